import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file'

const link = { href: '', download: '', click: vi.fn() }
const revoke = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:festival')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('revokes the URL of a saved file after one minute', () => {
  saveFile(new Blob(['BEGIN:VCALENDAR']), 'schedule.ics')
  expect(link).toMatchObject({ href: 'blob:festival', download: 'schedule.ics' })
  expect(link.click).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(59_999)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:festival')
})
