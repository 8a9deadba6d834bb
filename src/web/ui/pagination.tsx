import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'

/**
 * Returns 1 … 4 5 6 … 20: both ends, the page and its neighbours; a gap of a single page shows that page. 0 stands for
 * an ellipsis.
 */
export function pageNumbers(page: number, pages: number): number[] {
  const wanted = new Set([1, pages])
  for (let p = page - 1; p <= page + 1; p++) if (p >= 1 && p <= pages) wanted.add(p)
  // The ends have as many entries as the middle, which avoids layout shifts.
  if (page <= 3) for (let p = 1; p <= Math.min(4, pages); p++) wanted.add(p)
  if (page >= pages - 2) for (let p = Math.max(1, pages - 3); p <= pages; p++) wanted.add(p)
  const out: number[] = []
  let before = 0
  for (const p of [...wanted].sort((a, b) => a - b)) {
    if (p - before === 2) out.push(p - 1)
    else if (p - before > 2) out.push(0)
    out.push(p)
    before = p
  }
  return out
}

/** Links to the pages of a list. On phones only previous, "3 of 12" and next. Renders nothing for a single page. */
export function Pagination(props: {
  page: number
  pages: number
  href: (page: number) => string
  label?: string
  className?: string
}) {
  const { page, pages, href } = props
  if (pages <= 1) return null
  return (
    <nav className={cx('pages num', props.className)} aria-label={props.label ?? 'Pages'}>
      <Step to={page > 1 ? href(page - 1) : null} rel="prev" label="Previous page" />
      <span className="pages-short">
        {page} of {pages}
      </span>
      <ol>
        {pageNumbers(page, pages).map((p, i) => (
          <li key={p || `gap ${i}`}>
            {p === 0 ? (
              <span className="pages-gap">…</span>
            ) : (
              <a href={href(p)} aria-current={p === page ? 'page' : undefined} aria-label={`Page ${p}`}>
                {p}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pages ? href(page + 1) : null} rel="next" label="Next page" />
    </nav>
  )
}

function Step({ to, rel, label }: { to: string | null; rel: 'prev' | 'next'; label: string }) {
  const icon = <Icon name={rel === 'prev' ? 'left' : 'right'} />
  if (to === null)
    return (
      <span className="pages-step" aria-hidden="true">
        {icon}
      </span>
    )
  return (
    <a className="pages-step" href={to} rel={rel} aria-label={label} data-tip={label}>
      {icon}
    </a>
  )
}
