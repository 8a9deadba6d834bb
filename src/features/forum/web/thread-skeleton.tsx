import { FacesSkeleton } from '#web/ui/list-skeletons.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Has the layout of a thread. */
export const ThreadSkeleton = () => (
  <div className="shape">
    <div className="grid gap-4 pt-(--page-top) pb-6">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-10 w-3/5" />
    </div>
    <PostsSkeleton />
  </div>
)

/** Has the layout of posts. */
export const PostsSkeleton = () => (
  <FacesSkeleton count={4} className="" row="forum-post" face="size-11" lines={['h-4 w-40', 'mt-1 h-16 w-full']} />
)
