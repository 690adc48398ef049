import { useEffect, useLayoutEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog'
import { Check } from './fields'
import { type Column, Table } from './rows'
import { changeSettings, type Settings, useSettings } from './settings'

/** Every single key of the desk and what it does, in the order in which `?` lists them. */
export const shortcuts = [
  { key: 'j', does: 'Next submission' },
  { key: 'k', does: 'Previous submission' },
  { key: 'v', does: 'Verify: the picture was seen' },
  { key: 'c', does: 'Ask for a correction' },
  { key: 'r', does: 'Reject' },
  { key: 'l', does: 'Move to later, or back' },
  { key: 'u', does: 'Undo the last decision, within a minute' },
  { key: 'x', does: 'Select or unselect, to decide several at once' },
  { key: '/', does: 'Search' },
  { key: '+', does: 'Enlarge the picture' },
  { key: '-', does: 'Make the picture smaller' },
  { key: '0', does: 'Fit the picture' },
  { key: 't', does: 'Turn the picture' },
  { key: 'Escape', does: 'Back to the list' },
  { key: '?', does: 'Show these keys' },
] as const

type Shortcut = (typeof shortcuts)[number]['key']

/** Which shortcut a press is; none together with a modifier, which is the browser's. */
export const findShortcut = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Shortcut | undefined => {
  if (ctrlKey || metaKey || altKey) {
    return undefined
  }
  const pressed = key === '=' ? '+' : key.length === 1 ? key.toLowerCase() : key
  return shortcuts.find((one) => one.key === pressed)?.key
}

/** Where letters are text, or belong to the element itself. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Has keys do something while the component is shown: not in a box for text, not under a dialog, not switched off. */
export const useShortcuts = (actions: Partial<Record<Shortcut, () => void>>): void => {
  const { keys } = useSettings()
  const latest = useRef(actions)
  // What is on the screen takes the key: an effect that runs later would leave it to what stood there before.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!keys) {
      return
    }
    const handleKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      ) {
        return
      }
      const key = findShortcut(event)
      const action = key && latest.current[key]
      // A key that is held down moves on, and decides nothing.
      if (!action || (event.repeat && key !== 'j' && key !== 'k')) {
        return
      }
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [keys])
}

const switches = [
  ['keys', 'Single keys work'],
  ['advance', 'Go on to the next one after a decision'],
] as const satisfies readonly (readonly [keyof Settings, string])[]

const columns: readonly Column<(typeof shortcuts)[number]>[] = [
  [
    '',
    ({ key }) => (
      <kbd className="border border-line px-2 py-0.5 font-sans">
        {key === 'Escape' ? 'Esc' : key}
      </kbd>
    ),
  ],
  [' ', ({ does }) => does, 'w-full'],
]

/** What each key does, and the switches of this device (behaviour 14.75). */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const settings = useSettings()
  return (
    <Dialog title="Keys" onClose={onClose}>
      <Table columns={columns} rows={shortcuts} by={({ key }) => key} />
      <div className="mt-4">
        {switches.map(([name, label]) => (
          <Check
            key={name}
            checked={settings[name]}
            onChange={({ target }) => changeSettings({ [name]: target.checked })}
          >
            {label}
          </Check>
        ))}
      </div>
    </Dialog>
  )
}
