import { readWords } from '../../../answers/read-words'

/**
 * Words that carry no meaning of their own here. They are never taken for a misspelt word, and nobody is told that
 * they were not understood.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  readWords(
    `a an and any all also am are as at be been being but by can could did do does dont else every for from further get
    give given go going got gonna had happen happening has have having here hey hold how i if im in into is it its just
    kind know let like list look looking made make many may me more most much must my name need needed new one two three four five six ten next not now
    of off ok okay on one only or other our out own page part people person plan please pls plz possible provide
    provided really same say see seem send should show so some someone something student such take taking tell than that
    thats the their them then there these they thing think this those through to too u under up us use used very
    via want wanna was way we well were what whats when where which while who whom whose why will wish with within work
    would year yes yet you your mine both between before after during again ask asking info information detail
    exact exactly per each me come coming held conduct conducted including included inclusive require required limit
    different difference compare r ur wat wht hw abt bro sir madam mam dear fill form process step way help there any
    no btw hai h kya ka ke ki ko me mein se par kis kisi hota hoga hogi aayega aayenge aaega ayega milega milegi milta
    karna kar karu karo kare chalega batao bolo hain bhai yaar da nahi nhi ho raha rahe gaya gaye hua mera meri liye baad bina without sakta sakte sakti kaise mila lena not id name link anything extra about good best accept
    accepted diff buy purchase till enough separate separately benefit pdf full still overall complete whole`,
  ),
)

/** Words that are the point of a question, whatever else it says: unless a sentence of the edition holds them, it is not known. */
export const unsaidWords: ReadonlySet<string> = new Set(
  readWords(
    'installment emi gst bill invoice tax breakfast dinner veg vegetarian jain snack certificate wifi parking laptop dress attendance whatsapp instagram insta telegram marking mark',
  ),
)
