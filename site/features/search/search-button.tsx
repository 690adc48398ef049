import { type ComponentType, useEffect, useState } from 'react'
import { Icon, Loading } from '../../../ui/icon'
import { isSearchKeyOn } from '../../device/storage-keys'
import { loadPart } from '../../navigation/retry-import'

const loadDialog = () => import('./search-dialog')

export const SearchButton = () => {
  const [Shown, setShown] = useState<ComponentType<{ onClose: () => void }>>()
  const [isLoading, setIsLoading] = useState(false)
  const open = () => {
    setIsLoading(true)
    void loadPart(loadDialog)
      .then(({ SearchDialog }) => setShown(() => SearchDialog))
      .finally(() => setIsLoading(false))
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) {
        return
      }
      const isWriting = document.activeElement?.closest('input,textarea,select,[contenteditable]')
      if (isWriting || document.querySelector('dialog[open]') || !isSearchKeyOn()) {
        return
      }
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-keyshortcuts="/"
        onClick={open}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        className="inline-flex size-11 items-center justify-center"
      >
        <Icon path="M16 10.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0ZM14.5 14.5 20 20" />
      </button>
      {isLoading && <Loading />}
      {Shown && <Shown onClose={() => setShown(undefined)} />}
    </>
  )
}
