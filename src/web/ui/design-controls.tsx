import { Suspense, useState } from 'react'
import { lazyLoaded } from '../lazy-hydration.tsx'
import { Button, ButtonLink, IconButton, Kbd } from './button.tsx'
import { Chip, ChipButton, FilterChip } from './chip.tsx'
import { DesignFields } from './design-fields.tsx'
import { Part } from './design-part.tsx'
import { EmptyState, ErrorState } from './empty-state.tsx'
import { Facts, Figures } from './facts.tsx'
import { Icon } from './icon.tsx'
import { FeedSkeleton, PosterGridSkeleton, RowsSkeleton } from './list-skeletons.tsx'
import { MenuButton } from './menu-button.tsx'
import { Pagination } from './pagination.tsx'
import { PopoverButton } from './popover-button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Heart, HeartMark, RatingInput, Stars } from './rating.tsx'
import { RatingBadge } from './rating-badge.tsx'
import { Section } from './section.tsx'
import { Segmented } from './segmented.tsx'
import { STATUSES, type Status, StatusControl, StatusMark } from './status.tsx'
import { Tabs } from './tabs.tsx'
import { toast } from './toasts.ts'
import { ReadMore } from './truncate.tsx'

const loadDialog = () => import('./design-dialog.tsx')
const DesignDialog = lazyLoaded(loadDialog, 'DesignDialog')
const LONG =
  'A small wanderer with a nail climbs down into a city of insects that nobody rules any more. The map is bought from a humming cartographer, the benches are far apart, and every wall that sounds hollow is worth a second knock. What sleeps at the bottom was put there on purpose, and the ones who did it left their masks behind so that it would stay there.'

/** Design page: all controls: buttons, choices, fields, loading states. */
export function DesignControls() {
  const [status, setStatus] = useState<Status | null>('playing')
  const [rating, setRating] = useState<number | null>(4.5)
  return (
    <>
      <StatusPart status={status} setStatus={setStatus} rating={rating} setRating={setRating} />
      <RatingPart rating={rating} setRating={setRating} />
      <ButtonsPart />
      <ChipsPart />
      <DesignFields />
      <PopupsPart status={status} />
      <SectionsPart />
      <FacesPart />
    </>
  )
}

interface RatingProps {
  rating: number | null
  setRating: (rating: number | null) => void
}

function StatusPart(props: RatingProps & { status: Status | null; setStatus: (status: Status | null) => void }) {
  const [liked, setLiked] = useState(true)
  return (
    <Part title="Status">
      <div className="flex flex-wrap gap-7">
        {STATUSES.map((s) => (
          <StatusMark key={s.value} status={s.value} />
        ))}
      </div>
      <div className="mt-3.5 flex flex-wrap gap-4">
        {STATUSES.map((s) => (
          <StatusMark key={s.value} status={s.value} tinted />
        ))}
      </div>
      <div className="mt-4 flex max-w-[640px] flex-wrap gap-6">
        <div className="panel w-full max-w-[312px]">
          <StatusControl value={props.status} onChange={props.setStatus} />
          <div className="flex items-center justify-between">
            <RatingInput value={props.rating} onChange={props.setRating} />
            <Heart liked={liked} onChange={setLiked} />
          </div>
          <ProgressBar value={61} label="61 % complete" />
          <ProgressBar value={75} label="9 of 12" own />
        </div>
        <div className="w-full max-w-[280px]">
          <StatusControl value={null} onChange={() => {}} label="Status, none yet" />
        </div>
      </div>
    </Part>
  )
}

function RatingPart({ rating, setRating }: RatingProps) {
  return (
    <Part title="Rating">
      <div className="flex flex-wrap items-center gap-5">
        <Stars value={4.5} size={28} />
        <Stars value={3} size={20} />
        <Stars value={0.5} />
        <Stars value={0} />
        <RatingInput size={20} value={rating} onChange={setRating} label="Rating in a row" />
        <RatingInput size={28} value={null} onChange={() => {}} label="Not rated" />
        <HeartMark />
        <Heart liked={false} onChange={() => {}} />
        <RatingBadge value={4.5} tone="good" />
        <RatingBadge value={3} tone="fair" />
        <RatingBadge value={2.5} tone="poor" />
      </div>
    </Part>
  )
}

function ButtonsPart() {
  const [isBusy, setBusy] = useState(false)
  return (
    <Part title="Buttons">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Button kind="mine" icon="pen">
          Log
        </Button>
        <Button kind="solid">Save log</Button>
        <Button icon="plus">30 min</Button>
        <Button kind="line">Show more</Button>
        <Button kind="quiet">Cancel</Button>
        <Button kind="danger">Delete entry</Button>
        <Button disabled>Not now</Button>
        <Button
          kind="solid"
          busy={isBusy}
          busyLabel="Saving…"
          onClick={() => {
            setBusy(true)
            setTimeout(() => setBusy(false), 1500)
          }}
        >
          Save
        </Button>
        <ButtonLink kind="mine" size="big" href="#signin">
          Sign In
        </ButtonLink>
        <IconButton icon="share" label="Share" />
        <IconButton icon="bell" label="Notifications, 3 new" dot />
        <Kbd>Ctrl K</Kbd>
      </div>
    </Part>
  )
}

function ChipsPart() {
  const [view, setView] = useState<'grid' | 'list'>('grid')
  return (
    <Part title="Chips, tabs">
      <div className="flex flex-wrap items-center gap-3">
        <ChipButton>
          Genre <Icon name="down" />
        </ChipButton>
        <ChipButton tall chosen>
          Hide mine
        </ChipButton>
        <FilterChip name="Switch" onRemove={() => toast({ title: 'Removed' })}>
          Switch
        </FilterChip>
        <FilterChip name="80 and up" href="#no-filter">
          80 and up
        </FilterChip>
        <Chip edge>Veteran</Chip>
        <Chip>
          <b className="num">9.0</b> of 10
        </Chip>
        <Chip icon="clock">23h 10m played</Chip>
        <Segmented
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: 'grid', label: 'Grid', icon: 'grid' },
            { value: 'list', label: 'List', icon: 'list' },
          ]}
        />
      </div>
      <Tabs
        className="mt-4"
        label="Profile"
        items={['Overview', 'Games', 'Activity', 'Friends', 'Challenges', 'Reviews', 'Lists', 'Journal'].map(
          (label, i) => ({ href: `#${label}`, label, current: i === 0, ...(i === 1 && { count: 190 }) }),
        )}
      />
      <div className="mt-6 grid gap-3">
        <Pagination page={1} pages={3} href={(page) => `#page-${page}`} label="Pages of three" />
        <Pagination page={7} pages={107} href={(page) => `#page-${page}`} />
      </div>
    </Part>
  )
}

function PopupsPart({ status }: { status: Status | null }) {
  const [dialog, setDialog] = useState<'form' | 'question' | null>(null)
  return (
    <Part title="Menus, dialogs">
      <div className="flex flex-wrap gap-3">
        <MenuButton
          className="btn"
          items={[
            { heading: 'Hades' },
            ...STATUSES.map((s) => ({ label: s.label, status: s.value, checked: s.value === status })),
            'separator',
            { label: 'Open the page', icon: 'external', href: '#game-1' },
            { label: 'Not now', icon: 'lock', disabled: true },
            { label: 'Delete entry', icon: 'trash', danger: true, onSelect: () => setDialog('question') },
          ]}
        >
          Menu <Icon name="down" />
        </MenuButton>
        <GenrePopover />
        <Button onPointerEnter={loadDialog} onFocus={loadDialog} onClick={() => setDialog('form')}>
          Form dialog
        </Button>
        <Button kind="danger" onClick={() => setDialog('question')}>
          Question
        </Button>
        <Button
          onClick={() => toast({ title: 'Game added to library', status: 'want_to_play', undo: () => undefined })}
        >
          Toast
        </Button>
        <Button
          onClick={() => toast({ title: 'That did not work', description: 'Your entry is as it was.', tone: 'danger' })}
        >
          Sad toast
        </Button>
      </div>
      {dialog && (
        <Suspense>
          <DesignDialog which={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </Part>
  )
}

function SectionsPart() {
  return (
    <Part title="Sections">
      <Section title="About" more={{ href: '#all', label: 'View All (12)' }}>
        <ReadMore text={LONG} />
      </Section>
      <Section title="Game Info" level={3}>
        <Facts
          items={[
            ['Released', '24 February 2017'],
            ['Developer', 'Team Cherry'],
            ['Platforms', 'PC, Mac, Linux, Switch, PlayStation 4, Xbox One'],
          ]}
        />
      </Section>
      <Figures
        className="mt-8"
        items={[
          ['Played', '148'],
          ['This year', '31'],
          ['Backlog', '42'],
          ['Completed', '112', '#completed'],
          ['Total time', '1,206h'],
          ['Day streak', '12'],
        ]}
      />
    </Part>
  )
}

function FacesPart() {
  return (
    <Part title="Faces">
      <div className="grid gap-x-14 md:grid-cols-2">
        <EmptyState
          title="Nothing logged yet"
          text="Pick a game you finished once. It takes one click."
          action={<Button kind="mine">Find a game</Button>}
        />
        <ErrorState onRetry={() => {}} details="request 42" />
        <FeedSkeleton count={2} />
        <RowsSkeleton count={3} />
      </div>
      <PosterGridSkeleton count={8} />
    </Part>
  )
}

function GenrePopover() {
  return (
    <PopoverButton
      className="chip chip-btn chip-tall"
      title="Genre"
      panel={(close) => (
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-2">
            {['Adventure', 'Platform', 'Puzzle', 'Racing', 'Shooter', 'Strategy'].map((label, i) => (
              <ChipButton key={label} chosen={i === 2}>
                {label}
              </ChipButton>
            ))}
          </div>
          <Button kind="solid" onClick={close}>
            Show
          </Button>
        </div>
      )}
    >
      Genre <Icon name="down" />
    </PopoverButton>
  )
}
