import { cx } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

const times = (count: number) => Array.from({ length: count }, (_, i) => i)

function Loading({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <div className={className} role="status">
      <span className="visually-hidden">Loading</span>
      {children}
    </div>
  )
}

export function PosterGridSkeleton(props: { count?: number; className?: string }) {
  return (
    <Loading className={cx('pg', props.className)}>
      {times(props.count ?? 24).map((i) => (
        <Skeleton key={i} className="skeleton-poster" />
      ))}
    </Loading>
  )
}

/** A skeleton of screenshots, for the media of a game. */
export function ShotsSkeleton(props: { count?: number }) {
  return (
    <Loading className="shots">
      {times(props.count ?? 6).map((i) => (
        <Skeleton key={i} className="shot" />
      ))}
    </Loading>
  )
}

export function FeedSkeleton(props: { count?: number; className?: string }) {
  return (
    <Loading className={cx('skeleton-feed', props.className)}>
      {times(props.count ?? 4).map((i) => (
        <div key={i} className="skeleton-feed-one">
          <Skeleton round className="h-10" />
          <div>
            <Skeleton className="h-3 w-2/5" />
            <Skeleton className="h-4.5 w-7/10" />
            <Skeleton className="h-3 w-3/10" />
          </div>
          <Skeleton className="skeleton-poster" />
        </div>
      ))}
    </Loading>
  )
}

/** Rows with a face before their lines: posts, notifications, conversations. The classes set layout and sizes. */
export function FacesSkeleton(props: {
  count: number
  className: string
  row: string
  face: string
  lines: readonly string[]
}) {
  return (
    <Loading className={props.className}>
      {times(props.count).map((i) => (
        <div key={i} className={props.row}>
          <Skeleton round className={props.face} />
          <div className="grid gap-2">
            {props.lines.map((line) => (
              <Skeleton key={line} className={line} />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  )
}

export function RowsSkeleton(props: { count?: number; className?: string }) {
  return (
    <Loading className={cx('skeleton-rows', props.className)}>
      {times(props.count ?? 8).map((i) => (
        <div key={i}>
          <Skeleton className="skeleton-poster" />
          <div>
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/5" />
          </div>
        </div>
      ))}
    </Loading>
  )
}
