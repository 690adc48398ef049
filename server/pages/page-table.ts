import * as v from 'valibot'

/** What the build tells the server of its pages, in `pages.json`: written and read by this one schema. */
export const pageTableSchema = v.object({
  /** The address that its links, previews and site map begin with, without a slash at the end. */
  publicUrl: v.string(),
  /** Whether real visitors were expected, so that what has ended closes. */
  isPublic: v.boolean(),
  /** Each address, aliases included, and the HTML file that it shows. */
  pages: v.record(v.string(), v.string()),
  /** Addresses whose page depends on a parameter of the query. */
  byQuery: v.record(
    v.string(),
    v.object({ param: v.string(), files: v.record(v.string(), v.string()), fallback: v.string() }),
  ),
  notFound: v.string(),
  /** What a browser sees that sent a form to a page's address (behaviour 5.38). */
  notSent: v.string(),
  /** The empty page from which a browser without a network makes any other (behaviour 9.9). */
  shell: v.string(),
  /** The Content-Security-Policy of pages. */
  csp: v.string(),
})

export type PageTable = v.InferOutput<typeof pageTableSchema>

/** Reads the text of a `pages.json`. @throws where it is not what this version's build writes */
export const readPageTable = (text: string): PageTable => v.parse(pageTableSchema, JSON.parse(text))
