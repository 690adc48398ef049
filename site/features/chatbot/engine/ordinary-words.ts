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

/** The commonest verbs of Hindi in any of their forms: "karna", "milega", "honge", "bhejo". */
const hindiVerb =
  /^(?:aa|ay|ja+|ho|de|le|mil|lag|pad|s?ak|sk|rakh|re?a?h|bata|bhej|dikh|chal|ban|bol|khel|nikal|pa?h[ou]n?ch|gay|ka?r)(?:[nt][aeio]?|[aeoy]*g[aei]|[aeuy]*n?ng?[aei]?|[aeiou]|[aiy]+[aeio]?|ke|wa)?$/

/** Whether a word carries no meaning of its own here: it is very short, too, unless it means something. */
export const isOrdinary = (word: string): boolean => word.length < 3 || ordinaryWords.has(word) || hindiVerb.test(word)
