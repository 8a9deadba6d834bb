import { useQuery } from '@tanstack/react-query'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { numberText } from '#shared/counted.ts'
import type { UserId } from '#shared/ids.ts'
import { Section } from '#web/ui/section.tsx'
import { ACHIEVEMENT_LIST_TEXTS } from '../achievement-lists.texts.ts'
import { AchievementRow } from './achievement-row.tsx'
import { profileAchievementsQuery } from './achievements.api.ts'

/**
 * The achievements area of a profile: the latest five, and the owner's link to all (R-BADGE-02, R-ROUTE-30). The caller has
 * checked that the viewer may see the library. On other profiles it needs an achievement.
 */
export function LatestAchievements({ userId, as, isOwn }: { userId: UserId; as: ViewAs | null; isOwn: boolean }) {
  const { data } = useQuery(profileAchievementsQuery(userId, as))
  if (!data || (data.data.length === 0 && !isOwn)) return null
  return (
    <Section
      title="Achievements"
      aside={data.total > 0 && <span className="num text-14 text-text-3">{numberText(data.total)}</span>}
      {...(isOwn && { more: { href: '/achievements', label: 'View All' } })}
    >
      {data.data.length > 0 ? (
        <ul aria-label="Latest achievements">
          {data.data.map((each) => (
            <AchievementRow key={each.id} achievement={each} />
          ))}
        </ul>
      ) : (
        <p className="max-w-[52ch] text-14 text-text-2">{ACHIEVEMENT_LIST_TEXTS.ticksAppear}</p>
      )}
    </Section>
  )
}
