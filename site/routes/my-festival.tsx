import { identity } from '#edition/identity'
import { filterDays } from '../../festival/content/programme'
import { listDroppedSessions } from '../../festival/content/subject'
import { Button } from '../../ui/button'
import { useSaveCalendar } from '../device/save-calendar'
import { lazyIfReceipts } from '../features/my-festival/lazy-receipts'
import { DaySection, OverlapNotice } from '../features/my-festival/schedule-rows'
import { starId, useStars } from '../features/my-festival/stars'
import { useSubjects } from '../festival'
import { ButtonLink } from '../navigation/link'
import { Plate } from '../plate'
import { useProgramme } from '../programme'

const Receipts = lazyIfReceipts(
  async () => (await import('../features/my-festival/receipt-list')).ReceiptList,
)

export const describe = () => ({
  title: `My festival · ${identity.title}`,
  description:
    'What you registered for on this device, and your own timetable of starred sessions. Both stay on this device.',
  plate: 'schedule',
})

export default () => {
  const stars = useStars()
  const saveCalendar = useSaveCalendar()
  const dropped = useSubjects()
    .filter(({ key }) => stars.includes(key))
    .flatMap(listDroppedSessions)
  const days = filterDays(useProgramme(), (entry) => stars.includes(starId(entry)))
  const ownEntries = days.flatMap(({ entries }) => entries)
  return (
    <section>
      <h1 tabIndex={-1} className="mt-6 text-3xl sm:text-4xl">
        My festival
      </h1>
      <Receipts />
      <OverlapNotice />
      {ownEntries.length === 0 ? (
        <div className="mt-10 grid items-center gap-8 sm:grid-cols-[min(15rem,40%)_minmax(0,1fr)]">
          <Plate of="schedule" className="w-60" />
          <div>
            <p className="measure">
              No stars yet. Press the star beside a session to save it here. Your timetable stays on
              this device and works offline.
            </p>
            <p className="mt-6">
              <ButtonLink href="/schedule">Open the schedule</ButtonLink>
            </p>
          </div>
        </div>
      ) : (
        <>
          {days.map((day) => (
            <DaySection key={day.day} {...day} />
          ))}
          <div className="mt-10 flex flex-wrap gap-3 print:hidden">
            <Button onClick={() => saveCalendar([...ownEntries, ...dropped], 'my-festival')}>
              Save to a calendar
            </Button>
            <Button shape="secondary" onClick={() => window.print()}>
              Print
            </Button>
            <ButtonLink href="/schedule" shape="secondary">
              Schedule
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  )
}
