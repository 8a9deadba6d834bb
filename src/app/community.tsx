import { allDestinations } from '#web/feature-pages.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { communityLinks } from './navigation.ts'

/** The row above a page of the community that leads to the others; nothing above any other page. */
export function CommunityRow({ pathname }: { pathname: string }) {
  const items = communityLinks(allDestinations(), pathname)
  if (!items.some(({ current }) => current)) return null
  return (
    <div className="page community-row">
      <Tabs label="Community" items={items} />
    </div>
  )
}
