import { loadMemberLists, OwnLists } from '#features/lists/web/lists.widgets.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { LoadContext } from '#web/page.ts'

export const load = ({ client }: LoadContext) => loadOwnProfile(client, (id) => loadMemberLists(client, id))

/** The viewer's own lists (R-ROUTE-18). */
export function Page() {
  return (
    <OwnProfileFrame tab="list">
      {(profile) => (
        <>
          <h2 className="visually-hidden">Lists</h2>
          <OwnLists userId={profile.id} />
        </>
      )}
    </OwnProfileFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
