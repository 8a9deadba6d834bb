import { useStore } from '#web/store.ts'
import { toastLinks } from '#web/ui/toasts.ts'

/** The links of the last toasts of this document, for a member who could not read or reach them in time. */
export function RecentToasts({ onOpen }: { onOpen?: () => void }) {
  const links = useStore(toastLinks)
  if (links.length === 0) return null
  return (
    <section aria-label="Just now" className="border-b border-line pb-3">
      <h2 className="fact pt-1 pb-1">Just now</h2>
      <ul className="grid grid-cols-1">
        {links.map(({ id, title, label, href }) => (
          <li key={id} className="flex items-center gap-3 text-14">
            <span className="min-w-0 flex-1 break-words">{title}</span>
            <a href={href} className="linkish flex min-h-11 flex-none items-center" onClick={onOpen}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
