import { type ReactNode, Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { AtomLinks } from '#features/atom/web/atom.widgets.tsx'
import { type ProfileTab, tabsOf } from '#features/profiles/profile-tabs.rules.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { ProfileBoundary } from '#features/profiles/web/profile-boundary.widgets.tsx'
import { ProfileHead, TAB_CONTENT } from '#features/profiles/web/profile-head.widgets.tsx'
import { memberActions } from '#features/profiles/web/profiles.slots.ts'
import { ShareButton } from '#features/profiles/web/share-panel.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { Head, shorten } from '#web/head.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { SlotContent } from '#web/slots.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { profileAboutText, SEE_AS_OTHERS } from '../profile-frame.texts.ts'
import { useLiveProfile } from './use-live-profile.ts'

const AddGameDialog = lazyLoaded(
  () => import('#features/game-actions/web/add-game-dialog.widgets.tsx'),
  'AddGameDialog',
)
const InviteDialog = lazyLoaded(() => import('#features/profiles/web/invite-dialog.widgets.tsx'), 'InviteDialog')

/**
 * The header card and the row of tabs of every page of a profile. `isOwnPage`: under /profile itself; `figures` replace
 * those of the header card.
 */
export function ProfileFrame(props: {
  profile: Profile
  tab: ProfileTab
  isOwnPage?: boolean
  figures?: ReactNode
  children: ReactNode
}) {
  const { profile, tab, isOwnPage = false } = props
  const name = memberName(profile)
  useLiveProfile(profile.id)
  const about = profile.bio ? shorten(profile.bio.replace(/\s+/g, ' '), 200) : profileAboutText(name)
  return (
    <ProfileBoundary key={profile.id}>
      <div className="page pb-12">
        <Head
          title={name}
          description={about}
          path={`/profile/${profile.id}`}
          type="profile"
          isIndexed={!isOwnPage && profile.seenAs === null}
          {...(profile.avatar_url?.startsWith('/') && { image: profile.avatar_url })}
        />
        <AtomLinks profile={profile} />
        {profile.seenAs && <SeenAs id={profile.id} as={profile.seenAs} />}
        <ProfileHead
          profile={profile}
          figures={props.figures}
          isCompact={tab !== 'overview'}
          badgesHref={isOwnPage ? '/profile/badges' : undefined}
          actions={profile.viewerCan.edit ? <OwnActions profile={profile} /> : <OthersActions profile={profile} />}
        />
        <Tabs
          label={`Profile of ${name}`}
          items={tabsOf(profile, tab, isOwnPage)}
          className="max-md:sticky max-md:top-(--header) max-md:z-10 max-md:bg-bg"
        />
        <div className={TAB_CONTENT(tab)}>{props.children}</div>
      </div>
    </ProfileBoundary>
  )
}

const VIEW_LABELS: Record<ViewAs, string> = { guest: 'a guest', member: 'a member', friend: 'a friend' }

/** Shows the owner which audience the preview is for, and lets them change it. */
export function SeenAs({ id, as }: { id: string; as: ViewAs }) {
  return (
    <p
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-surface-2 px-4 py-2.5 text-14"
      role="status"
    >
      <Icon name="eye" />
      <span>
        This is how <b className="font-[650]">{VIEW_LABELS[as]}</b> sees your profile.
      </span>
      {(['guest', 'member', 'friend'] as const).map(
        (view) =>
          view !== as && (
            <a key={view} className="underline underline-offset-3" href={`/profile/${id}?as=${view}`}>
              As {VIEW_LABELS[view]}
            </a>
          ),
      )}
      <a className="underline underline-offset-3" href="/profile">
        Back to mine
      </a>
    </p>
  )
}

/** Two buttons fill a line on phones, with the less important ones below. */
const HALF = 'max-md:flex-1 max-md:basis-[calc(50%-4px)]'

function OwnActions({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'add' | 'invite' | null>(null)
  const close = () => setOpen(null)
  const see = (as: ViewAs) => ({
    label: `As ${VIEW_LABELS[as]}`,
    icon: 'eye' as const,
    href: `/profile/${profile.id}?as=${as}`,
  })
  return (
    <>
      <ButtonLink href="/settings/profile" className={HALF}>
        Edit Profile
      </ButtonLink>
      <Button className={HALF} onClick={() => setOpen('add')}>
        Add Game
      </Button>
      <Button kind="quiet" onClick={() => setOpen('invite')}>
        Invite
      </Button>
      <ShareButton profile={profile} />
      <MenuButton
        label={SEE_AS_OTHERS}
        className="icon-btn"
        align="end"
        items={[{ heading: 'See my profile' }, see('guest'), see('member'), see('friend')]}
      >
        <Icon name="eye" size={20} />
      </MenuButton>
      <Suspense>
        {open === 'add' && <AddGameDialog onClose={close} />}
        {open === 'invite' && <InviteDialog profile={profile} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Actions on another member, which do not appear on the viewer's own profile (R-PROF-22). */
function OthersActions({ profile }: { profile: Profile }) {
  const viewer = useViewer()
  return (
    <>
      {viewer?.id !== profile.id && <SlotContent slot={memberActions} member={profile} />}
      <ShareButton profile={profile} />
    </>
  )
}
