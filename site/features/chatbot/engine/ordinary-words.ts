import { readWords } from '../../../text-search/read-words'

/**
 * Words that carry no meaning of their own here, in English and in Hindi as it is typed. They are never taken for a
 * misspelt word, and nobody is told that they were not understood.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  readWords(
    `aap abhi about accept after again agar all already also and any anything apne are ask baad bahut before benefit best
    between bhai bhi bina both boy bro btw but buy can cannot cant ceremony chahiye come compulsory could d day did
    diff difference different does doing done dont during each else enough entry exact extra first five for form
    from full get girl give given going good had hai hain happen has have held help here hey hold how incl include
    included info its itself just kaise kaun kindly kis kiya know koi konsa kuch kya kyu kyun left limit link list
    liya liye look made make many matlab max maximum may mean mein mera mere meri min minimum more most much mujhe
    must nahi name need new next nhi night not now off okay one only order other our out own page par part pata pdf
    pehle people per person play please pls plz possible real req reqd require same sath say see send separate
    separately shall should show sir some someone something start still student take tell ten tha that the their
    them then there they thi thing think three till together toh too total twice two use used wala wale wanna want
    was wat way were what when where whether which who whole whom whose wht why will with without work would yaar
    year yeh yes yesterday you your zyada`,
  ),
)

/**
 * Words that are said in every conversation, and that no question to a festival is about: in English, as people shorten it,
 * and in Hindi, Malayalam and Tamil as they are typed. Beside them an answer stands as it is.
 */
const plainWords: ReadonlySet<string> = new Set(
  readWords(
    `able absolutely actual actually  afraid ago ahead almost along always among  anybody anymore anyone anyway
    anywhere apart apparently arrive around arrange aside asap aunt avail away awesome back bad badly  basic
    basically bcoz bcos bcz because become behalf behind believe below beside besides bet beyond big bit bother brief
     brother buddy busy came can care case catch certain certainly chance check chettan chetta chechi child choice
    choose chose clear clearly click colleague coming compared complete completely confuse confused confusing consider
    correct count couple cousin crazy current currently curious cross cud dad daily daughter dear decide definitely
    depend desperate detail die directly  dnt double doubtful drop dude due  easily easy either elder else
    entire entirely especially etc even eventually ever every everybody everyone everything everywhere exactly excited
    excuse expect  explain eye fact fair fall  fast father fear feel fellow few figure finally fine
    finish fit fix folk follow forced forward free frankly frequently  full fully fun funny further general
    generally glad gonna gotta guess guide guy guys  happy hard hardly hate hear heard heavy hi high hmm home honest
    honestly hope however huge husband idea idk ill im imagine immediately important individually inside instead intend
    interest interested interesting involve ive  keep kid kind kinda kindly large last  lately later latest
    least leave less let letme lemme lets level lie life like likely listen literally little load lol long lot love low
    luck lucky ma machan madam  mainly mam man manage mate matter maybe meet mention mind mine miss mom moment
    month mostly mother move mum must name near nearby necessary neither nervous never nobody none nope nor normal
    normally nothing notice nowhere obviously often oh ok old omg once onto open option ordinary original ought overall
    overnight outside particular particularly past perfect perfectly perhaps physically pick pic plan planning
    please point possibly prefer presently pretty previous probably proper properly pull purpose push put 
    quick quickly quite rather reach read ready realise realize really  recent recently regard regarding regular
    relate related remember remind reply respond response right rough roughly round  run rush sad safe sake
    saw saying scared search second seem seen sentence serious seriously set several short shortly shud shld side
    similar simple simply since sister sit skip slow small smart somebody somehow somewhere son soon sorry sort sound
    special specific specifically spend stand step stop straight strict strictly stuff such sudden suddenly suggest
    super suppose supposed sure surely switch talk team than thanks thats the themselves theres therefore these thinking
    this those though thought through throughout thru tht thus tired today tonight totally touch toward towards tried
    trip true truly try trying turn twin type unable uncle under understand unfortunately unless unlike until up
    update upon upto urgent urgently us  usual usually various very view visit vs  waste watch week well went
    whatever whenever wherever whichever whoever wife wil wise wish within wonder wondering word world worried worry
    worse worst worth wrote wud yet younger your yours yourself
    diya kiya gaya return submitted travel earlier bought got gets gave own
    biggest highest lowest counter desk respected
    acha accha achha andar are arre bahar bas bilkul bolo fir hum humko hume idhar iska isko isliye jaldi ji kyunki
    lekin magar niche phir sab sabko sahi saath sirf theek thik tum tumhara udhar unka unko upar uska usko vaise waha
    waise yaha zaroor alle aano anga cheyyam cheyyan cheyyanam enik enikk engane enna entha ente epdi eppadi ethu etha
    illa illai inga iruka irukku irukkum kittum kittumo mathi mudiyuma naan nanga ningal njan njangal onnu oru panna
    pannalama pannanum parayu pattumo patumo undo venam vendum veno venum`,
  ),
)

/** The commonest verbs of Hindi in any of their forms: "karna", "milega", "honge", "bhejo". */
const hindiVerb =
  /^(?:aa|ay|ja+|ho|de|le|mil|lag|pad|s?ak|sk|rakh|re?a?h|bata|bhej|dikh|chal|ban|bol|khel|nikal|pa?h[ou]n?ch|gay|ka?r)(?:[nt][aeio]?|[aeoy]*g[aei]|[aeuy]*n?ng?[aei]?|[aeiou]|[aiy]+[aeio]?|ke|wa)?$/

/** Whether a word is one of those, and leaves nothing of a question open. */
export const isPlain = (word: string): boolean => {
  const isOne = (form: string) => plainWords.has(form) || ordinaryWords.has(form)
  const [, stem = ''] = /^(..+?)(?:i?n?ng|ed|d|s|ly)$/.exec(word) ?? []
  return isOne(word) || (stem !== '' && (isOne(stem) || isOne(`${stem}e`) || isOne(stem.replace(/(.)\1$/, '$1'))))
}

/** Whether a word carries no meaning of its own here: it is very short, too, unless it means something. */
export const isOrdinary = (word: string): boolean => word.length < 3 || ordinaryWords.has(word) || hindiVerb.test(word)
