import { JournalScreen, loadJournal } from '#features/journal/web/journal-screen.tsx'
import { OwnProfileFrame } from '#features/profile-pages/web/own-profile-frame.tsx'
import { loadOwnProfile } from '#features/profiles/web/own-profile.api.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  // The page shows a failure.
  await Promise.all([loadOwnProfile(client), loadJournal(client, url)])
}

/** The viewer's journal as a tab of their own profile; other profiles have no such tab (G30, R-ROUTE-19). */
export function Page() {
  return (
    <OwnProfileFrame tab="journal">
      {() => (
        <JournalScreen
          path="/profile/journal"
          head={(action) => <div className="no-print flex justify-end pb-4">{action}</div>}
        />
      )}
    </OwnProfileFrame>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
