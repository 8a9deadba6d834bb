import { useSearchParams } from 'react-router'
import { ACHIEVEMENT_LIST_TEXTS } from '#features/achievements/achievement-lists.texts.ts'
import { loadOwnAchievements, OwnAchievements } from '#features/achievements/web/own-achievements.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { PageTitle } from '#web/ui/section.tsx'

export const load = ({ client, url }: LoadContext) => loadOwnAchievements(client, url.searchParams)

/** The viewer's achievements (G15, R-ROUTE-30). */
export function Page() {
  const [search] = useSearchParams()
  return (
    <div className="page pb-12">
      <Head title="Achievements" description={ACHIEVEMENT_LIST_TEXTS.about} path="/achievements" isIndexed={false} />
      <PageTitle title="Achievements" className="pb-4 md:pb-6" />
      <OwnAchievements search={search} />
    </div>
  )
}
