import { Link } from '../../navigation/link'
import type { Answer, AnswerLink } from './engine/answer'
import { keepTogether } from './keep-together'

const linkLook =
  'inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-ink'

const isOurs = (href: string) => href.startsWith('/')

const ReplyLink = ({ label, href, onFollow }: AnswerLink & { onFollow: () => void }) =>
  isOurs(href) ? (
    <Link href={href} onClick={onFollow} className={linkLook}>
      {label}
    </Link>
  ) : (
    <a href={href} rel="noopener" className={`figures ${linkLook}`}>
      {keepTogether(label)}
    </a>
  )

/** What the bot says, set as an atlas explains a figure: a nerve in the margin, and a branch of it to each thing named. */
export const Reply = ({ answer: { text, items, links }, onFollow }: { answer: Answer; onFollow: () => void }) => (
  <div className="relative mt-2 ml-1.5 border-l border-accent pb-1 pl-5 before:absolute before:-top-1 before:-left-[0.3rem] before:size-2.5 before:rounded-full before:border before:border-accent before:bg-leaf">
    {text.map((line) => (
      <p key={line} className="figures not-first:mt-2">
        {keepTogether(line)}
      </p>
    ))}
    {items.length > 0 && (
      <ul className="mt-2">
        {items.map(({ name, note, href }) => (
          <li
            key={`${name} ${note}`}
            className="relative py-1 before:absolute before:top-[1.05rem] before:-left-5 before:h-px before:w-4 before:bg-accent"
          >
            {href ? (
              <Link
                href={href}
                onClick={onFollow}
                className="-my-1.5 inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                {name}
              </Link>
            ) : (
              <span className={note ? 'font-semibold' : ''}>{name}</span>
            )}
            {note && <span className="figures block text-sm text-faded">{note}</span>}
          </li>
        ))}
      </ul>
    )}
    {links.length > 0 && (
      <p className="mt-1 flex flex-wrap gap-x-5">
        {links.map((link) => (
          <ReplyLink key={link.href + link.label} {...link} onFollow={onFollow} />
        ))}
      </p>
    )}
  </div>
)
