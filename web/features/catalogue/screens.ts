import type { ScreenRoute } from '#web/shell/screen-route.ts'

/** Screens of hospitals and what they offer. */
export const catalogueScreens: readonly ScreenRoute[] = [
  {
    path: '/services',
    title: 'Services',
    permission: 'VIEW_SERVICE',
    load: () => import('./services/services-screen.tsx'),
    children: [{ path: ':id', title: 'Service', load: () => import('./services/service-detail.tsx') }],
  },
  {
    path: '/services/prices',
    title: 'Price list',
    permission: 'VIEW_SERVICE',
    load: () => import('./prices/price-list-screen.tsx'),
  },
  {
    path: '/services/coe',
    title: 'Services of the hospital',
    permission: 'VIEW_SERVICE',
    load: () => import('./services/coe-services-screen.tsx'),
  },
  {
    path: '/products',
    title: 'Products',
    permission: ['VIEW_SERVICE', 'CREATE_SERVICE', 'EDIT_SERVICE', 'RECORD_STOCK'],
    load: () => import('./products/products-screen.tsx'),
    children: [{ path: ':id', title: 'Product', load: () => import('./products/product-detail.tsx') }],
  },
  {
    path: '/coes',
    title: 'Hospitals',
    permission: ['VIEW_COE', 'CREATE_COE'],
    load: () => import('./coes/coes-screen.tsx'),
    children: [{ path: ':id', title: 'Hospital', load: () => import('./coes/coe-detail.tsx') }],
  },
  {
    path: '/category',
    title: 'Service categories',
    permission: 'VIEW_CATEGORY',
    load: () => import('./categories/categories-screen.tsx'),
    children: [{ path: ':id', title: 'Category', load: () => import('./categories/category-detail.tsx') }],
  },
]
