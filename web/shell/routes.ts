import { catalogueScreens } from '#web/features/catalogue/screens.ts'
import { moneyScreens } from '#web/features/money/screens.ts'
import { peoplePublicScreens, peopleScreens } from '#web/features/people/screens.ts'
import type { ScreenRoute } from './screen-route.ts'

/** Screens that anyone may open. */
export const publicScreens: readonly ScreenRoute[] = peoplePublicScreens

/** Screens inside the shell, by room: a session is needed. */
export const signedInScreens: readonly ScreenRoute[] = [...peopleScreens, ...moneyScreens, ...catalogueScreens]
