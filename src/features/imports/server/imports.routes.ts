import { admitting, type Route, route } from '#server/routes.ts'
import * as contract from '../imports.contract.ts'
import type { Mapping } from '../mapping.rules.ts'
import * as recognition from '../recognition.contract.ts'
import { decideRow, decideRows } from './decisions/decisions.service.ts'
import * as service from './imports.service.ts'
import { mapImport, previewTable, readAgain, readRecognition, readTable } from './mapper/mapper.service.ts'
import { listRows } from './rows/rows.service.ts'
import { applyOwnImport, cancelOwnImport, undoOwnImport, undoOwnRow } from './writing/writing.service.ts'

export const importsRoutes = (deps: service.ImportsDeps): Route[] => [
  route(contract.listImports, async ({ viewer }) => ({ imports: await service.listOwnImports(deps, viewer) })),
  admitting(
    route(contract.uploadImport, async ({ viewer, query, body, request: { signal } }) => ({
      import: await service.uploadImport(deps, viewer, {
        name: query.name,
        bytes: body.file as Uint8Array | null,
        signal,
      }),
    })),
    (viewer) => service.refuseWhileOpen(deps.db, viewer),
  ),
  route(contract.getImport, async ({ viewer, params }) => ({
    import: await service.viewImport(deps, viewer, params.importId),
  })),
  route(contract.discardImport, async ({ viewer, params }) => {
    await service.discardImport(deps, viewer, params.importId)
    return undefined
  }),
  route(recognition.getImportTable, ({ viewer, params }) => readTable(deps, viewer, params.importId)),
  route(recognition.previewImportTable, ({ viewer, params, body, request: { signal } }) =>
    previewTable(deps, viewer, params.importId, { mapping: body as Mapping, signal }),
  ),
  route(recognition.mapImport, async ({ viewer, params, body, request: { signal } }) => ({
    import: await mapImport(deps, viewer, params.importId, { mapping: body as Mapping, signal }),
  })),
  route(recognition.getImportRecognition, ({ viewer, params, request: { signal } }) =>
    readRecognition(deps, viewer, params.importId, signal),
  ),
  route(recognition.readImportAgain, async ({ viewer, params, body, request: { signal } }) => ({
    import: await readAgain(deps, viewer, params.importId, { as: body.preset, signal }),
  })),
  route(contract.setImportRules, async ({ viewer, params, body }) => ({
    import: await service.setRules(deps, viewer, params.importId, body),
  })),
  route(contract.listImportRows, ({ viewer, params, query }) => listRows(deps, viewer, params.importId, query)),
  route(contract.decideImportRow, ({ viewer, params, body }) =>
    decideRow(deps, viewer, params.importId, params.n, { gameId: body.game_id, isOwn: body.is_own }),
  ),
  route(contract.decideImportRows, async ({ viewer, params, body }) => ({
    import: await decideRows(deps, viewer, params.importId, body),
  })),
  route(contract.applyImport, async ({ viewer, params, body }) => ({
    import: await applyOwnImport(deps, viewer, params.importId, body.share),
  })),
  route(contract.cancelImport, async ({ viewer, params }) => ({
    import: await cancelOwnImport(deps, viewer, params.importId),
  })),
  route(contract.undoImport, async ({ viewer, params }) => ({
    import: await undoOwnImport(deps, viewer, params.importId),
  })),
  route(contract.undoImportRow, ({ viewer, params }) => undoOwnRow(deps, viewer, params.importId, params.n)),
]
