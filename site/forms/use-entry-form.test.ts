import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Problem, ProblemCode } from '../../festival/contract/problem'
import type { ApiFailure } from '../api'
import { type Attempts, addAttempt, attemptsSchema, recordFailure } from './use-entry-form'

const fresh: Attempts<{ team: string }> = { key: '0f2f5c7e-3a34-4f55-9f0e-6f3c5b3a9d10', sent: [] }
const first = { team: 'Cortex' }
const changed = { team: 'Medulla' }

const makeProblem = (code: ProblemCode): Problem => ({
  type: 'about:blank',
  title: '',
  status: 0,
  code,
  detail: '',
})
const problem = (code: ProblemCode, registration_id?: string): ApiFailure => {
  const body = makeProblem(code)
  return {
    kind: 'problem',
    problem: registration_id === undefined ? body : { ...body, registration_id },
  }
}
const lost: ApiFailure = { kind: 'unreachable' }

it('drops sent bodies that the form no longer accepts, but keeps the key', () => {
  const schema = attemptsSchema(v.object({ team: v.pipe(v.string(), v.maxLength(6)) }))
  const kept = { key: fresh.key, sent: [{ team: 'Medulla oblongata' }], savedAs: 'EVT-000123' }
  expect(v.parse(schema, kept)).toEqual({ ...kept, sent: [] })
  expect(v.parse(schema, { ...kept, sent: [first] }).sent).toEqual([first])
})

describe('the record of attempts', () => {
  it('keeps a repeated body only once', () => {
    expect(addAttempt(addAttempt(fresh, first), { team: 'Cortex' }).sent).toEqual([first])
  })

  it('keeps a body after a lost connection, because it may have been saved', () => {
    expect(recordFailure(fresh, first, lost).sent).toEqual([first])
  })

  it('keeps the ID of the saved entry after a failed e-mail', () => {
    const after = recordFailure(fresh, first, problem('email-failed', 'EVT-004217'))
    expect(after).toEqual({ ...fresh, sent: [first], savedAs: 'EVT-004217' })
  })

  it('keeps the first body and the ID when a changed body is refused', () => {
    const saved = recordFailure(fresh, first, problem('email-failed', 'EVT-004217'))
    const after = recordFailure(saved, changed, problem('key-reused'))
    expect(after).toEqual({ ...fresh, sent: [first], savedAs: 'EVT-004217' })
  })

  it('keeps no body if the first attempt is refused', () => {
    expect(recordFailure(fresh, first, problem('invalid')).sent).toEqual([])
    expect(recordFailure(fresh, first, problem('registration-closed')).sent).toEqual([])
  })

  it('keeps a body that may have been saved even if a later attempt is refused', () => {
    const uncertain = recordFailure(fresh, first, lost)
    expect(recordFailure(uncertain, first, problem('too-many-requests')).sent).toEqual([first])
  })

  it('never changes the key', () => {
    const after = recordFailure(recordFailure(fresh, first, lost), changed, problem('unavailable'))
    expect(after.key).toBe(fresh.key)
    expect(after.sent).toEqual([first, changed])
  })
})
