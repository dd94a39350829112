// One file for the whole way: on a slow line each of its own costs more than what it leaves out.
export { default as ApplicationScreen } from './application-screen.tsx'
export { default as CompletedScreen } from './completed-screen.tsx'
export { default as EnrolScreen } from './enrol-screen.tsx'
export { default as ReviewScreen } from './review-screen.tsx'
export { default as TermsScreen } from './terms-screen.tsx'
