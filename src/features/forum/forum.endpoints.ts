import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './forum.contract.ts'

/** G16. */
export const THREADS_PAGE_SIZE = 20
/** G16. */
export const POSTS_PAGE_SIZE = 20

const endpoint = endpointsOf<typeof contracts>()

export const listCategories = endpoint('GET', '/api/forum/categories')
export const listThreads = endpoint('GET', '/api/forum/threads')
export const getThread = endpoint('GET', '/api/forum/threads/:threadId')
export const listPosts = endpoint('GET', '/api/forum/threads/:threadId/posts')
export const getPost = endpoint('GET', '/api/forum/posts/:postId')
export const createThread = endpoint('POST', '/api/forum/threads')
export const createPost = endpoint('POST', '/api/forum/threads/:threadId/posts')
export const editThread = endpoint('PATCH', '/api/forum/threads/:threadId')
export const editPost = endpoint('PATCH', '/api/forum/posts/:postId')
export const deleteThread = endpoint('DELETE', '/api/forum/threads/:threadId')
export const deletePost = endpoint('DELETE', '/api/forum/posts/:postId')
export const listThreadVersions = endpoint('GET', '/api/forum/threads/:threadId/versions')
export const listPostVersions = endpoint('GET', '/api/forum/posts/:postId/versions')
export const toggleLike = endpoint('POST', '/api/forum/likes')
export const markThreadRead = endpoint('PUT', '/api/forum/threads/:threadId/read')
export const markAllRead = endpoint('POST', '/api/forum/read')
export const subscribeToThread = endpoint('PUT', '/api/forum/threads/:threadId/subscription')
export const unsubscribeFromThread = endpoint('DELETE', '/api/forum/threads/:threadId/subscription')
