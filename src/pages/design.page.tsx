import { useState } from 'react'
import { SearchOpener } from '#features/search/web/search-opener.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { DesignControls } from '#web/ui/design-controls.tsx'
import { Part } from '#web/ui/design-part.tsx'
import { DesignStage } from '#web/ui/design-stage.tsx'
import { DesignVoice } from '#web/ui/design-voice.tsx'
import { FooterContent } from '#web/ui/footer.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { Poster, type PosterGame, type PosterMark } from '#web/ui/poster.tsx'
import { PosterGrid, PosterStrip } from '#web/ui/poster-grid.tsx'
import { PosterList, PosterRow } from '#web/ui/poster-list.tsx'
import { PosterSheet, PosterSheetBody } from '#web/ui/poster-sheet.tsx'
import { QuickActions } from '#web/ui/quick-actions.tsx'
import { PageTitle } from '#web/ui/section.tsx'
import { Shell } from '#web/ui/shell.tsx'
import type { Status } from '#web/ui/status.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { toast } from '#web/ui/toasts.ts'

const game = (id: number, name: string, year: number, genre: string, developer: string): PosterGame => ({
  id: String(id),
  name,
  year,
  genre,
  developer,
})

const GAMES: readonly PosterGame[] = [
  game(1, 'Hades', 2020, 'Roguelike', 'Supergiant Games'),
  game(2, 'Celeste', 2018, 'Platform', 'Extremely OK Games'),
  game(3, 'Outer Wilds', 2019, 'Adventure', 'Mobius Digital'),
  game(4, 'The Legend of Zelda: Tears of the Kingdom', 2023, 'Adventure', 'Nintendo EPD'),
  game(5, 'Hollow Knight', 2017, 'Metroidvania', 'Team Cherry'),
  game(6, 'Disco Elysium', 2019, 'Role-playing (RPG)', 'ZA/UM'),
  game(7, 'Balatro', 2024, 'Card', 'LocalThunk'),
  game(8, 'Ico', 2001, 'Adventure', 'Team Ico'),
  game(9, 'Pentiment', 2022, 'Adventure', 'Obsidian'),
  game(10, 'Doom', 1993, 'Shooter', 'id Software'),
  game(11, 'Slay the Spire', 2019, 'Card', 'Mega Crit'),
  game(12, 'Factorio', 2020, 'Simulator', 'Wube Software'),
  game(13, 'أمير بلاد فارس', 1989, 'Platform', 'Broderbund'),
  game(14, '沙罗曼蛇', 1986, 'Shooter', 'Konami'),
  game(15, 'Cocoon', 2023, 'Puzzle', 'Geometric Interactive'),
  game(16, 'Firewatch', 2016, 'Adventure', 'Campo Santo'),
]
const at = (i: number): PosterGame => GAMES[i % GAMES.length]!

const MARKS: readonly (PosterMark | null)[] = [
  { status: 'completed', rating: 5, liked: true },
  { status: 'want_to_play', rating: null, liked: false },
  { status: 'completed', rating: 4.5, liked: false },
  { status: 'playing', rating: null, liked: false },
  null,
  { status: 'dropped', rating: 2.5, liked: false },
  { status: null, rating: 0.5, liked: false },
  { status: null, rating: null, liked: true },
]

const MORE: readonly MenuEntry[] = [
  { label: 'Add to playlist', icon: 'save' },
  { label: 'Recommend to a friend', icon: 'share' },
  'separator',
  { label: 'Remove from library', icon: 'trash', danger: true },
]

/** Every part of the design system in every state. Development only. */
export function DesignPage() {
  return (
    <Shell
      userMenu={
        <a href="#profile" aria-label="Your profile">
          <Avatar id="mara" name="Mara" size={36} />
        </a>
      }
      current="games"
      nav={[
        { href: '#games', label: 'Games', current: true },
        { href: '#playlists', label: 'Playlists' },
        { href: '#community', label: 'Community' },
        { href: '#news', label: 'News' },
      ]}
      bar={[
        { href: '#home', label: 'Home', icon: 'home' },
        { href: '#games', label: 'Games', icon: 'games', current: true },
        { href: '#friends', label: 'Friends', icon: 'people' },
        { href: '#profile', label: 'Profile', icon: 'user' },
      ]}
      search={<SearchOpener actions={() => []} />}
      tools={
        <>
          <IconButton icon="bell" label="Notifications, 3 new" dot />
          <IconButton icon="mail" label="Messages" />
        </>
      }
      logHref="#log"
      onLog={() => toast({ title: 'The log dialog opens here' })}
      footer={
        <FooterContent
          links={['About', 'FAQ', 'Contact', 'News', 'Privacy', 'Terms', 'Cookies'].map((label) => ({
            href: `#${label.toLowerCase()}`,
            label,
          }))}
        >
          <ThemeSwitch />
        </FooterContent>
      }
    >
      <Parts />
    </Shell>
  )
}

export { DesignPage as Page }

function LivePoster({ game, first }: { game: PosterGame; first: PosterMark | null }) {
  const [mark, actions] = useMark(game.name, first)
  const [isHeld, setHeld] = useState(false)
  return (
    <>
      <Poster
        game={game}
        href={`#game-${game.id}`}
        mark={mark}
        onHold={() => setHeld(true)}
        actions={() => <QuickActions name={game.name} mark={mark} {...actions} moreItems={MORE} />}
      />
      <PosterSheet
        open={isHeld}
        onClose={() => setHeld(false)}
        game={game}
        href={`#game-${game.id}`}
        mark={mark}
        {...actions}
        moreItems={MORE}
      />
    </>
  )
}

function LiveSheet() {
  const [mark, actions] = useMark('Outer Wilds', { status: 'playing', rating: 3.5, liked: false })
  return <PosterSheetBody game={at(2)} href="#3" mark={mark} {...actions} moreItems={MORE} onClose={() => {}} />
}

function useMark(name: string, first: PosterMark | null) {
  const [mark, setMark] = useState<PosterMark>(first ?? { status: null, rating: null, liked: false })
  const change = (next: Partial<PosterMark>, title: string, status?: Status) => {
    setMark({ ...mark, ...next })
    toast({ title, description: name, undo: () => setMark(mark), ...(status && { status }) })
  }
  const actions = {
    onRate: (rating: number | null) => change({ rating }, rating ? 'Rating saved' : 'Rating removed'),
    onStatus: (status: Status) => change({ status }, 'Status saved', status),
    onLike: (liked: boolean) => change({ liked }, liked ? 'Liked' : 'No longer liked'),
    onLog: () => toast({ title: 'The log dialog opens here' }),
  }
  return [mark, actions] as const
}

function Posters() {
  const nothing = () => {}
  const qa = <QuickActions mark={MARKS[2]!} onRate={nothing} onStatus={nothing} onLike={nothing} onLog={nothing} />
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-6">
      <Poster game={at(8)} href="#9" size={240} />
      <Poster game={at(0)} href="#1" size={145} mark={MARKS[0]} />
      <Poster game={at(7)} href="#8" size={145} mark={MARKS[2]} actions={qa} className="quick-actions-shown" />
      <Poster game={at(1)} href="#2" size={145} mark={MARKS[1]} actions={qa} />
      <Poster game={at(2)} href="#3" size={90} mark={MARKS[2]} />
      <Poster game={at(3)} href="#4" size={90} mark={MARKS[3]} />
      <Poster game={at(12)} href="#13" size={90} />
      <Poster game={at(13)} href="#14" size={90} />
      <Poster game={at(9)} href="#10" size={48} mark={MARKS[0]} />
      <Poster game={{ ...at(5), coverUrl: '/no-such-cover.jpg' }} href="#6" size={145} mark={MARKS[5]} />
      <Poster game={{ id: 'none', name: '' }} href="#0" size={90} mark={MARKS[7]} />
      <Poster game={at(14)} href="#15" size={90} mark={MARKS[6]} />
    </div>
  )
}

function Parts() {
  return (
    <div className="page">
      <PageTitle title="Parts" count={70} />
      <DesignVoice />
      <Part title="Posters">
        <Posters />
      </Part>
      <Part title="Grid and strip">
        <PosterGrid label="A grid">
          {GAMES.map((each, i) => (
            <LivePoster key={each.id} game={each} first={MARKS[i] ?? null} />
          ))}
        </PosterGrid>
        <PosterStrip label="A strip" columns={6} className="mt-8">
          {GAMES.slice(3).map((each, i) => (
            <Poster key={each.id} game={each} href={`#game-${each.id}`} mark={MARKS[i]} />
          ))}
        </PosterStrip>
      </Part>
      <Part title="List">
        <PosterList label="A list">
          <PosterRow
            game={at(5)}
            href="#6"
            mark={{ status: 'playing', rating: null, liked: false }}
            end={<b>19h 20m</b>}
          />
          <PosterRow game={at(3)} href="#4" mark={MARKS[0]!} end={<b>52h</b>} />
          <PosterRow game={at(9)} href="#10" mark={MARKS[5]!} facts="3 Oct" end={<b>14h 10m</b>} />
          <PosterRow game={at(7)} href="#8" />
        </PosterList>
      </Part>
      <Part title="Long press">
        <div className="w-full max-w-[390px] rounded-t-sheet bg-surface shadow-2">
          <LiveSheet />
        </div>
      </Part>
      <DesignControls />
      <DesignStage />
      <People />
    </div>
  )
}

function People() {
  return (
    <Part title="People">
      <div className="flex flex-wrap items-center gap-7">
        <Avatar id="juno" name="Juno" size={56} presence="gaming" />
        <Avatar id="ann" name="Ann" size={44} presence="online" />
        <Avatar id="sol" name="Sol" size={36} presence="offline" />
        <Avatar id="kim" name="Kim" size={40} />
        <Avatar id="x" name="沙" size={72} />
        <Avatar id="broken" name="No picture" size={72} src="/no-such-picture.png" />
        <Avatar id="mara" name="Mara" size={128} />
        <Avatar id="" name="" size={24} />
      </div>
    </Part>
  )
}
