import { readWords } from '../../../text-search/read-words'

/**
 * Words that carry no meaning of their own here, in English and in Hindi as it is typed. They are never taken for a
 * misspelt word, and nobody is told that they were not understood.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  readWords(
    `aap aayega abhi able about accept abt acha after again agar all already also and any anything apna apne are around ask
    asking baad bande been before being benefit best between bhai bhi bina both boy bro btw but buy came can cannot
    cant choose clear come coming complete compulsory conduct could day detail did diff difference different diya
    does doing done dont during each else enough entry even ever everyone exact explain extra few fill first five
    for form four from full further get getting girl give given going gone gonna good got guys had hai
    hain happen has have having held help her here hey him his hold how hua hue hui hum hun included inclusive info
    inform incl including konsa konsi into its itself just kaise kaun kia kind kis kiya know koi kuch kya kyu kyun left like limit link list
    liya liye look made make mam mandatory many max maximum may mean mein mera mere meri min mine minimum mode more
    most much mujhe must nahi name need new next nhi not now off okay one only option order other our out own page
    par part particular pata pdf people per person phir plan play please pls plz possible ppt properly provide
    provided purchase put quick real regarding require required saath sab same sath say see seem send separate
    separately she should show sir sirf six some someone something start step still student such take taking tell
    ten tha than that the their them then there these they thi thik thing think those three through till together
    toh too total twice two under use used very wala wale wali walo wanna want was wat way well were what when where
    whether which while who whole whom whose wht why will wish with without woh wont work would yaar year yeh yes
    yet you your`,
  ),
)

/** The commonest verbs of Hindi in any of their forms: "karna", "milega", "honge", "bhejo". */
const hindiVerb =
  /^(?:aa|ay|ja+|ho|de|le|mil|lag|pad|s?ak|sk|rakh|re?a?h|bata|bhej|dikh|chal|ban|bol|khel|nikal|pa?h[ou]n?ch|gay|ka?r)(?:[nt][aeio]?|[aeoy]*g[aei]|[aeuy]*n?ng?[aei]?|[aeiou]|[aiy]+[aeio]?|ke|wa)?$/

/** Whether a word carries no meaning of its own here: it is very short, too, unless it means something. */
export const isOrdinary = (word: string): boolean => word.length < 3 || ordinaryWords.has(word) || hindiVerb.test(word)
