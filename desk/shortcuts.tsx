import { useEffect, useLayoutEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog'
import { Check } from './fields'
import { type Column, Table } from './rows'
import { changeSettings, type Settings, useSettings } from './settings'

/** The shortcuts in the order of the `?` dialog. */
export const shortcuts = [
  { key: 'j', does: 'Next entry' },
  { key: 'k', does: 'Previous entry' },
  { key: 'v', does: 'Verify by the picture' },
  { key: 'c', does: 'Ask for a correction' },
  { key: 'r', does: 'Reject' },
  { key: 'l', does: 'Set aside for later, or bring back' },
  { key: 'u', does: 'Undo the last decision, within a minute' },
  { key: 'x', does: 'Select or clear, to decide several at once' },
  { key: '/', does: 'Search' },
  { key: '+', does: 'Zoom in' },
  { key: '-', does: 'Zoom out' },
  { key: '0', does: 'Fit the picture' },
  { key: 't', does: 'Rotate the picture' },
  { key: 'Escape', does: 'Back to the list' },
  { key: '?', does: 'Show these shortcuts' },
] as const

type Shortcut = (typeof shortcuts)[number]['key']

export const findShortcut = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Shortcut | undefined => {
  if (ctrlKey || metaKey || altKey) {
    return undefined
  }
  let pressed = key.length === 1 ? key.toLowerCase() : key
  if (key === '=') {
    pressed = '+'
  }
  return shortcuts.find((shortcut) => shortcut.key === pressed)?.key
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** Ignores keys while the user is typing, while a dialog is open, and if shortcuts are off. */
export const useShortcuts = (
  actions: Readonly<{ [Key in Shortcut]?: (() => void) | undefined }>,
): void => {
  const { keys } = useSettings()
  const latest = useRef(actions)
  // A layout effect, so that a key never triggers an action of the previous screen.
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
      // A key that is held down may move through the list, but must not decide.
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
  ['keys', 'Use single-key shortcuts'],
  ['advance', 'Open the next entry after a decision'],
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

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const settings = useSettings()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Table columns={columns} rows={shortcuts} rowKey="key" />
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
