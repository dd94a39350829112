import type { ScreenRoute } from '#web/shell/screen-route.ts'

/** Screens of hospitals and what they offer. */
export const catalogueScreens: readonly ScreenRoute[] = [
  {
    path: '/category',
    title: 'Service categories',
    permission: 'VIEW_CATEGORY',
    load: () => import('./categories/categories-screen.tsx'),
    children: [{ path: ':id', title: 'Category', load: () => import('./categories/category-detail.tsx') }],
  },
]
