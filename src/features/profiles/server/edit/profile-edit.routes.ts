import { requireProfileRecord } from '#features/accounts/server/profile/profile-record.service.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../../profile-edit.contract.ts'
import { type AvatarDeps, putAvatar, removeAvatar } from './avatars.service.ts'
import { editProfile, type ProfileEditDeps } from './profile-edit.service.ts'
import { viewOwnRecord } from './profile-edit.view.ts'

export const profileEditRoutes = (deps: AvatarDeps & ProfileEditDeps): Route[] => [
  route(contract.getOwnProfile, async ({ viewer }) => ({
    profile: viewOwnRecord(await requireProfileRecord(deps.db, viewer.id), deps.clock()),
  })),
  route(contract.editProfile, async ({ viewer, params, body }) => ({
    profile: viewOwnRecord(await editProfile(deps, viewer, params.handle, body), deps.clock()),
  })),
  route(contract.putAvatar, async ({ viewer, body }) => ({
    avatar_url: await putAvatar(deps, viewer.id, body.file as Uint8Array | null),
  })),
  route(contract.removeAvatar, async ({ viewer }) => {
    await removeAvatar(deps, viewer.id)
    return { avatar_url: null }
  }),
]
