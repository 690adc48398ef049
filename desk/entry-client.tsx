import { createQueryClient } from './api'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Desk } from './desk'

const root = document.getElementById('desk')
if (root) {
  const client = createQueryClient()
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Desk />
    </QueryClientProvider>,
  )
}
