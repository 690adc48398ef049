import type { ReactNode } from 'react'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-rule py-6 md:grid md:grid-cols-[10rem_minmax(0,1fr)] md:gap-8">
    <h2 className="font-display text-lg italic">{title}</h2>
    <div className="measure mt-2 md:mt-0">{children}</div>
  </section>
)
