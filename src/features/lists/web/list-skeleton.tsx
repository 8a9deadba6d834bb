import { PosterGridSkeleton } from '#web/ui/list-skeletons.tsx'
import { ControlSkeleton, Skeleton } from '#web/ui/skeleton.tsx'

/** Has the layout of a list. */
export function ListSkeleton() {
  return (
    <div className="page shape pt-(--page-top) pb-12">
      <title>Loading</title>
      <div className="grid gap-3">
        <div className="flex items-center gap-2.5">
          <Skeleton round className="size-9" />
          <Skeleton className="h-4 w-40" />
        </div>
        <Skeleton className="h-10 w-3/5" />
        <Skeleton className="h-4 w-40" />
        <ControlSkeleton className="mt-1 w-60!" />
      </div>
      <PosterGridSkeleton className="mt-6 md:mt-8" />
    </div>
  )
}
