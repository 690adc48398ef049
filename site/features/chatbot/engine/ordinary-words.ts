import { readWords } from '../../../text-search/read-words'

/**
 * Words that carry no meaning of their own here, in English and in Hindi as it is typed. They are never taken for a
 * misspelt word, and nobody is told that they were not understood.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  readWords(
    `aap abhi benefit boy exact include included itself provided about accept abt acha after agar all already also and any anything apna apne are ask baad bande
    before being best between bhai bhi bina both bro btw but buy can cannot cant come coming compulsory could day
    did diff difference different diya does doing done dont during each else enough entry extra first five for form
    from full get girl give given going good got guys had hai hain happen has have held help here hey hold how hua
    hui inclusive info incl konsa konsi its just kaise kaun kis kiya know koi kuch kya kyu kyun left like
    limit link list liya liye look made make mandatory many max maximum may mean mein mera mere meri min minimum
    more most much mujhe must nahi name need new next nhi not now off okay one only order other our out own page par
    part pata pdf people per person phir play please pls plz possible ppt provide real require sab same sath say see
    send separate separately should show sir sirf six some someone something start still student take tell ten tha that
    the their them then there they thi those three till together toh too total twice two under use used wala wale wali
    walo wanna want was wat way were what when where which who whole whom whose wht why will with without work would
    yaar year yeh yes you your`,
  ),
)

/** The commonest verbs of Hindi in any of their forms: "karna", "milega", "honge", "bhejo". */
const hindiVerb =
  /^(?:aa|ay|ja+|ho|de|le|mil|lag|pad|s?ak|sk|rakh|re?a?h|bata|bhej|dikh|chal|ban|bol|khel|nikal|pa?h[ou]n?ch|gay|ka?r)(?:[nt][aeio]?|[aeoy]*g[aei]|[aeuy]*n?ng?[aei]?|[aeiou]|[aiy]+[aeio]?|ke|wa)?$/

/** Whether a word carries no meaning of its own here: it is very short, too, unless it means something. */
export const isOrdinary = (word: string): boolean => word.length < 3 || ordinaryWords.has(word) || hindiVerb.test(word)
