import type { ReactNode } from 'react'

/** A part of a page with its name in the margin, as an atlas sets it; nothing where there is nothing to say. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-rule py-6 md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-8">
    <h2 className="font-display text-lg italic">{title}</h2>
    <div className="measure mt-2 md:mt-0">{children}</div>
  </section>
)

const List = ({ items }: { items: readonly ReactNode[] }) => (
  <ul className="list-none space-y-2">
    {items.map((item) => (
      <li
        key={String(item)}
        className="relative pl-5 before:absolute before:left-0 before:top-[0.7em] before:h-px before:w-3 before:bg-accent"
      >
        {item}
      </li>
    ))}
  </ul>
)

/** Parts by their names, in their order: several texts stand as a list, and what is not set is left out. */
export const Parts = ({ parts }: { parts: readonly (readonly [title: string, content: ReactNode])[] }) =>
  parts
    .filter(([, content]) => (Array.isArray(content) ? content.length > 0 : content))
    .map(([title, content]) => (
      <Part key={title} title={title}>
        {Array.isArray(content) ? <List items={content} /> : content}
      </Part>
    ))

/** A name and its value in the box of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures max-w-52 text-right font-semibold">{children}</dd>
  </div>
)
