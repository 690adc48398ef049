import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { ProblemCode } from '../../festival/contract/problem'
import type { ApiFailure } from '../api'
import { type Attempts, addAttempt, attemptsSchema, recordFailure } from './use-entry-form'

const fresh: Attempts<{ team: string }> = { key: '0f2f5c7e-3a34-4f55-9f0e-6f3c5b3a9d10', sent: [] }
const first = { team: 'Cortex' }
const changed = { team: 'Medulla' }

const problem = (code: ProblemCode, registration_id?: string): ApiFailure => ({
  kind: 'problem',
  problem: {
    type: 'about:blank',
    title: '',
    status: 0,
    code,
    detail: '',
    ...(registration_id === undefined ? {} : { registration_id }),
  },
})
const lost: ApiFailure = { kind: 'unreachable' }

it('a body that the form of today would refuse is let go, and the key that it was sent under stays', () => {
  const schema = attemptsSchema(v.object({ team: v.pipe(v.string(), v.maxLength(6)) }))
  const kept = { key: fresh.key, sent: [{ team: 'Medulla oblongata' }], savedAs: 'EVT-000123' }
  expect(v.parse(schema, kept)).toEqual({ ...kept, sent: [] })
  expect(v.parse(schema, { ...kept, sent: [first] }).sent).toEqual([first])
})

describe('what a form remembers of its attempts', () => {
  it('a body that is sent again is remembered once', () => {
    expect(addAttempt(addAttempt(fresh, first), { team: 'Cortex' }).sent).toEqual([first])
  })

  it('after a lost connection the record may have been saved, so its body can be finished', () => {
    expect(recordFailure(fresh, first, lost).sent).toEqual([first])
  })

  it('after a failed e-mail the record is saved under the id that the server told', () => {
    const after = recordFailure(fresh, first, problem('email-failed', 'EVT-004217'))
    expect(after).toEqual({ ...fresh, sent: [first], savedAs: 'EVT-004217' })
  })

  it('a changed body that the server refuses for its key leaves what was sent first, and the id', () => {
    const saved = recordFailure(fresh, first, problem('email-failed', 'EVT-004217'))
    const after = recordFailure(saved, changed, problem('key-reused'))
    expect(after).toEqual({ ...fresh, sent: [first], savedAs: 'EVT-004217' })
  })

  it('a refusal of the first attempt leaves nothing to finish', () => {
    expect(recordFailure(fresh, first, problem('invalid')).sent).toEqual([])
    expect(recordFailure(fresh, first, problem('registration-closed')).sent).toEqual([])
  })

  it('a refusal does not rule out that an earlier attempt at the same body was saved', () => {
    const uncertain = recordFailure(fresh, first, lost)
    expect(recordFailure(uncertain, first, problem('too-many-requests')).sent).toEqual([first])
  })

  it('the key never changes from attempt to attempt', () => {
    const after = recordFailure(recordFailure(fresh, first, lost), changed, problem('unavailable'))
    expect(after.key).toBe(fresh.key)
    expect(after.sent).toEqual([first, changed])
  })
})
