// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import { asked, button, delayedResponse, FAILED, JUNO, server, show, VIEWER } from '#tests/browser/friends.tsx'
import { fill, installContributions } from '#web/slots.tsx'
import { toastStore } from '#web/ui/toasts.ts'
import { quietError } from '#web/web.slots.ts'
import { FollowButton } from './follows.widgets.tsx'

describe('the follow button', () => {
  const FOLLOW = 'POST /api/followers'
  const UNFOLLOW = 'DELETE /api/followers/:userId'

  test('changes at once, follows and unfollows, and updates counts beside it', async () => {
    const { answer, give } = delayedResponse()
    server[FOLLOW] = () => answer
    server[UNFOLLOW] = () => ({ status: 204, body: null })
    const changes: boolean[] = []
    const client = show(
      <FollowButton userId={JUNO} name="Juno" isFollowing={false} onChange={(is) => changes.push(is)} />,
    )
    await userEvent.click(await button('Follow Juno'))
    await button('Unfollow Juno')
    give({ status: 201, body: {} })
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(asked).toEqual([[FOLLOW, { following_id: JUNO }]])
    await userEvent.click(await button('Unfollow Juno'))
    await button('Follow Juno')
    await waitFor(() => expect(asked[1]).toEqual([UNFOLLOW, { userId: JUNO }]))
    expect(changes).toEqual([true, false])
  })

  test('changes back when the request fails; the failure is only logged [R-FOLLOW-05]', async () => {
    server[FOLLOW] = () => FAILED
    const changes: boolean[] = []
    const logged = vi.fn()
    onTestFinished(installContributions([fill(quietError, logged)]))
    show(<FollowButton userId={JUNO} name="Juno" isFollowing={false} onChange={(is) => changes.push(is)} />)
    await userEvent.click(await button('Follow Juno'))
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1))
    await button('Follow Juno')
    expect(changes).toEqual([true, false])
    expect(toastStore.get()).toBe(null)
  })

  test('sends a second click after the response to the first, and the last click counts', async () => {
    const { answer, give } = delayedResponse()
    server[FOLLOW] = () => answer
    server[UNFOLLOW] = () => ({ status: 204, body: null })
    const changes: boolean[] = []
    const client = show(
      <FollowButton userId={JUNO} name="Juno" isFollowing={false} onChange={(is) => changes.push(is)} />,
    )
    await userEvent.click(await button('Follow Juno'))
    await userEvent.click(await button('Unfollow Juno'))
    await button('Follow Juno')
    expect(asked.map(([what]) => what)).toEqual([FOLLOW])
    give({ status: 201, body: {} })
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(asked.map(([what]) => what)).toEqual([FOLLOW, UNFOLLOW])
    await button('Follow Juno')
    expect(changes).toEqual([true, false])
  })

  test('shows the state of the server when the last of two clicks fails', async () => {
    const { answer, give } = delayedResponse()
    server[FOLLOW] = () => answer
    server[UNFOLLOW] = () => FAILED
    const changes: boolean[] = []
    onTestFinished(installContributions([fill(quietError, () => {})]))
    const client = show(
      <FollowButton userId={JUNO} name="Juno" isFollowing={false} onChange={(is) => changes.push(is)} />,
    )
    await userEvent.click(await button('Follow Juno'))
    await userEvent.click(await button('Unfollow Juno'))
    give({ status: 201, body: {} })
    await waitFor(() => expect(client.isMutating()).toBe(0))
    await button('Unfollow Juno')
    expect(changes).toEqual([true, false, true])
  })

  test('accepts a click after the response, while the counts are still being read', async () => {
    server[FOLLOW] = () => ({ status: 201, body: {} })
    server[UNFOLLOW] = () => ({ status: 204, body: null })
    const client = show(<FollowButton userId={JUNO} name="Juno" isFollowing={false} />)
    const counts = new QueryObserver(client, {
      queryKey: [...profileKeys.all, 'counts'],
      queryFn: () => new Promise<number>(() => {}),
      initialData: 0,
      staleTime: Number.POSITIVE_INFINITY,
    })
    onTestFinished(counts.subscribe(() => {}))
    await userEvent.click(await button('Follow Juno'))
    await waitFor(() => expect(counts.getCurrentResult().isFetching).toBe(true))
    await userEvent.click(await button('Unfollow Juno'))
    await waitFor(() => expect(asked.map(([what]) => what)).toEqual([FOLLOW, UNFOLLOW]))
  })

  test('shows the same state in two buttons of one member', async () => {
    server[FOLLOW] = () => ({ status: 201, body: {} })
    show(
      <>
        <FollowButton userId={JUNO} name="Juno" isFollowing={false} />
        <FollowButton userId={JUNO} name="Juno" isFollowing={false} />
      </>,
    )
    await userEvent.click((await screen.findAllByRole('button', { name: 'Follow Juno' }))[0] as HTMLElement)
    expect(await screen.findAllByRole('button', { name: 'Unfollow Juno' })).toHaveLength(2)
  })

  test('reads its state only for a member and another member, and only without a given state [R-FOLLOW-04]', async () => {
    server['POST /api/rpc/is_user_following'] = () => ({ status: 200, body: true })
    show(<FollowButton userId={JUNO} name="Juno" />)
    await button('Unfollow Juno')
    expect(asked).toEqual([['POST /api/rpc/is_user_following', { follower_uuid: VIEWER, following_uuid: JUNO }]])
    cleanup()
    asked.length = 0
    show(<FollowButton userId={VIEWER} name="Mara" />)
    show(<FollowButton userId={JUNO} name="Juno" />, null)
    const link = await screen.findByRole('link', { name: 'Follow Juno' })
    expect(link.getAttribute('href')).toBe('/signin?redirect=%2Fprofile%2Fjuno%3Ftab%3Dgames')
    expect(screen.queryByRole('button')).toBe(null)
    expect(asked).toEqual([])
  })
})
