import { memo } from 'react'
import { Cover } from '#web/ui/cover.tsx'

/** Well-known games. Their covers are generated here, so the wall makes no requests. */
const GAMES: readonly [name: string, year: number, developer: string][] = [
  ['Journey', 2012, 'thatgamecompany'],
  ['Hades', 2020, 'Supergiant Games'],
  ['Slay the Spire', 2019, 'Mega Crit'],
  ['Sable', 2021, 'Shedworks'],
  ['Celeste', 2018, 'Extremely OK Games'],
  ['Doom', 1993, 'id Software'],
  ['Silent Hill 2', 2001, 'Team Silent'],
  ['Portal 2', 2011, 'Valve'],
  ['Factorio', 2020, 'Wube Software'],
  ['Outer Wilds', 2019, 'Mobius Digital'],
  ['Cocoon', 2023, 'Geometric Interactive'],
  ['BioShock', 2007, '2K Boston'],
  ['Tunic', 2022, 'Finji'],
  ['Firewatch', 2016, 'Campo Santo'],
  ['Super Mario Odyssey', 2017, 'Nintendo EPD'],
  ['Rocket League', 2015, 'Psyonix'],
  ['Limbo', 2010, 'Playdead'],
  ['Hollow Knight', 2017, 'Team Cherry'],
  ['Braid', 2008, 'Number None'],
  ['Norco', 2022, 'Geography of Robots'],
  ['Spelunky 2', 2020, 'Mossmouth'],
  ['Chrono Trigger', 1995, 'Square'],
  ['Alan Wake II', 2023, 'Remedy'],
  ['A Short Hike', 2019, 'Adam Robinson-Yu'],
  ['Dwarf Fortress', 2006, 'Bay 12 Games'],
  ['Resident Evil 4', 2005, 'Capcom'],
  ['Balatro', 2024, 'LocalThunk'],
  ['Vampire Survivors', 2022, 'poncle'],
  ['Street Fighter 6', 2023, 'Capcom'],
  ['Stardew Valley', 2016, 'ConcernedApe'],
]

/** Decoration: generated covers that extend over all four edges, in enough columns to fill a high screen. */
export const CoverWall = memo(function CoverWall() {
  return (
    <div className="relative overflow-hidden bg-sunken" aria-hidden="true">
      <div className="absolute -top-[34px] -right-[60px] -left-[34px] grid grid-cols-6 gap-2 side:-top-[70px] side:-right-6 side:-left-10 side:grid-cols-4 side:gap-3 wide:grid-cols-5">
        {GAMES.map(([name, year, developer]) => (
          <span key={name} className="poster">
            <span className="pc">
              <Cover name={name} year={year} developer={developer} facts={false} />
            </span>
          </span>
        ))}
      </div>
    </div>
  )
})
