import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { Cash } from '../../../festival/contract/cash'
import type { Me } from '../../../festival/contract/organisers'
import { meOptions, queryCall } from '../../api'
import { CashPage } from './cash-page'

test('lists the bank after the organisers, and leaves it out of their sum (behaviour 14.153)', () => {
  const holder = (name: string, holds: number) => ({
    holder: name,
    holds,
    taken: 0,
    received: holds,
    handover: 0,
    returned: 0,
  })
  const cash: Cash = {
    holders: [holder('bank', 90_000), holder('asha@example.com', 50_000)],
    people: [],
    moves: [],
  }
  const client = new QueryClient()
  client.setQueryData(queryCall('readCash', {}).queryKey, cash)
  const me: Me = {
    email: 'asha@example.com',
    role: 'admin',
    events: null,
    endsAt: '',
    idleHours: 12,
    mayAppoint: true,
  }
  client.setQueryData(meOptions.queryKey, me)
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  const shown = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(CashPage)),
  )
  expect(shown).toMatch(
    /₹500<\/b> is with organisers, not counting ₹900 at the bank\..*asha@example\.com.*>The bank</,
  )
})
