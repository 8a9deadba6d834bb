import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted, gamesText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { IMPORT_SCREEN_TEXTS } from '../import-screens.texts.ts'
import type { Import } from '../imports.contract.ts'
import { IMPORT_TEXTS, PRESET_LABELS, STATE_LABELS } from '../imports.texts.ts'
import { DropZone } from './drop-zone.tsx'
import { importsQuery } from './imports.api.ts'
import { useLiveImports } from './use-live-imports.widgets.ts'

/** Where imports begin, and the list of the earlier ones. Other ways to import stand between them. */
export function ImportHome({ children }: { children: ReactNode }) {
  const { data, isError, refetch } = useQuery(importsQuery())
  const imports = data?.imports
  useLiveImports()
  return (
    <>
      <SettingsPart title={IMPORT_TEXTS.title} text={IMPORT_TEXTS.intro}>
        <DropZone />
        <p className="text-13 text-text-3">{IMPORT_TEXTS.formats}</p>
      </SettingsPart>
      {children}
      <SettingsPart title={IMPORT_TEXTS.earlier} text={IMPORT_TEXTS.noneText}>
        {isError ? (
          <ErrorState level={3} text={IMPORT_TEXTS.failed} onRetry={() => void refetch()} />
        ) : imports && imports.length > 0 ? (
          <ul>
            {imports.map((each) => (
              <Line key={each.id} each={each} />
            ))}
          </ul>
        ) : (
          imports && <EmptyState level={3} title={IMPORT_TEXTS.none} text={IMPORT_SCREEN_TEXTS.chooseFile} />
        )}
      </SettingsPart>
    </>
  )
}

function Line({ each }: { each: Import }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <a href={`/settings/import/${each.id}`} className="grid gap-0.5 py-3 no-underline">
        <b className="truncate text-14">{each.file_name}</b>
        <span className="text-13 text-text-2">
          {[PRESET_LABELS[each.preset], fullDate(new Date(each.created_at)), resultText(each)].join(' · ')}
        </span>
      </a>
    </li>
  )
}

function resultText({ state, sync, counts, is_cancelled }: Import): string {
  if (state === 'done' && sync === 'time') return `play time added to ${gamesText(counts.applied)}`
  if (state === 'done') return `${gamesText(counts.applied)} imported${is_cancelled ? ', then stopped' : ''}`
  if (state === 'undone') return `${gamesText(counts.undone)} taken back`
  if (state === 'ready') return `${STATE_LABELS.ready}, ${counted(counts.total, 'row')}`
  return STATE_LABELS[state]
}
