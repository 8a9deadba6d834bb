import type { ReactNode } from 'react'

/** A row of the design page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-6 gap-y-3.5 border-t border-line py-6 md:grid-cols-[160px_minmax(0,1fr)]">
      <h2 className="fact">{title}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
