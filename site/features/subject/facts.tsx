import type { ReactNode } from 'react'

/** A part of a page with its name in the margin, as an atlas sets it; nothing where there is nothing to say. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-rule py-6 md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-8">
    <h2 className="font-display text-lg italic">{title}</h2>
    <div className="measure mt-2 md:mt-0">{children}</div>
  </section>
)

/** A part that lists texts; `null` where the list is not set. */
export const ListPart = ({ title, items }: { title: string; items: readonly string[] | undefined }) =>
  items && items.length > 0 ? (
    <Part title={title}>
      <ul className="list-none space-y-2">
        {items.map((item) => (
          <li
            key={item}
            className="relative pl-5 before:absolute before:left-0 before:top-[0.7em] before:h-px before:w-3 before:bg-accent"
          >
            {item}
          </li>
        ))}
      </ul>
    </Part>
  ) : null

/** A name and its value in the box of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures text-right font-semibold">{children}</dd>
  </div>
)
