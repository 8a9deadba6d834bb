import { Skeleton } from '#web/ui/skeleton.tsx'

/** Has the layout of a list of notifications. */
export function LinesSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div role="status" className="grid gap-y-6 py-3">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <div key={at} className="grid grid-cols-[40px_minmax(0,1fr)] items-center gap-x-3">
          <Skeleton round className="size-10" />
          <div className="grid gap-2">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
