import { FacesSkeleton } from '#web/ui/list-skeletons.tsx'

/** Has the layout of a list of notifications. */
export const LinesSkeleton = ({ count = 8 }: { count?: number }) => (
  <FacesSkeleton
    count={count}
    className="grid gap-y-6 py-3"
    row="grid grid-cols-[40px_minmax(0,1fr)] items-center gap-x-3"
    face="size-10"
    lines={['h-3.5 w-4/5', 'h-3 w-1/4']}
  />
)
