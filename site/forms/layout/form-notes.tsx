import type { ReactNode } from 'react'

/** What somebody should know before filling in a form, in the margin. */
export const FormNotes = ({
  title,
  notes,
  children,
}: {
  title: string
  notes: readonly string[]
  children?: ReactNode
}) => (
  <aside aria-label={title} className="border-t border-accent pt-3 text-sm">
    <h2 className="text-lg italic">{title}</h2>
    <ul className="mt-2 space-y-2.5">
      {notes.map((note) => (
        <li
          key={note}
          className="relative pl-5 before:absolute before:top-[0.7em] before:left-0 before:h-px before:w-3 before:bg-accent"
        >
          {note}
        </li>
      ))}
    </ul>
    {children}
  </aside>
)
