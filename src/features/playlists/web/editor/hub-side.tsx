import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { shortDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { feedTime } from '#shared/relative-time.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { TYPE_LABELS } from '../../playlists.texts.ts'

/** Renders the side column of the social hub: who curates the playlist, and its facts (R-PLED-02). */
export function HubSide({ stored, shown }: { stored: Playlist | null; shown: Playlist }) {
  const now = useNow()
  const { creator } = shown
  const facts = [
    ['State', stored?.isPublished ? 'Live: everybody sees it' : EDITOR_TEXTS.draft],
    ['Type', TYPE_LABELS[shown.type]],
    ['Address', `/playlists/${shown.slug}`],
    ['Created', stored && shortDate(new Date(stored.createdAt))],
    ['Changed', stored && feedTime(new Date(stored.updatedAt), now)],
  ] as const
  return (
    <aside aria-label="About this playlist">
      {creator && (
        <Section title="Curator">
          <p className="flex items-center gap-3">
            <MemberLink member={creator} isRepeated>
              <Avatar id={creator.id} name={memberName(creator)} src={creator.avatar_url} size={56} />
            </MemberLink>
            <MemberLink member={creator} className="game-name min-w-0 underline-offset-3 hover:underline">
              {memberName(creator)}
            </MemberLink>
          </p>
        </Section>
      )}
      <Section title="Facts">
        <Facts items={facts} />
      </Section>
    </aside>
  )
}
