import { Dialog } from '../../ui/dialog'
import { changeSettings, useSettings } from '../settings'
import { keyTable } from './key-table'

const Switch = ({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className="target flex cursor-pointer items-center gap-3">
    <input
      type="checkbox"
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
      className="size-5 shrink-0 accent-ink"
    />
    {label}
  </label>
)

/** What each key does, and the switches of this device (behaviour 14.75). */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const { keys, advance } = useSettings()
  return (
    <Dialog title="Keys" onClose={onClose}>
      <table className="w-full">
        <tbody>
          {keyTable.map(({ key, does }) => (
            <tr key={key} className="border-b border-rule">
              <th scope="row" className="w-20 py-1.5 text-left font-normal">
                <kbd className="border border-line px-2 py-0.5 font-sans">{key === 'Escape' ? 'Esc' : key}</kbd>
              </th>
              <td className="py-1.5">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-4">
        <Switch label="Single keys work" isOn={keys} onChange={(next) => changeSettings({ keys: next })} />
        <Switch
          label="Go on to the next one after a decision"
          isOn={advance}
          onChange={(next) => changeSettings({ advance: next })}
        />
      </div>
    </Dialog>
  )
}
