import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { billDrugs } from './billing/bill-drugs.ts'
import { billServices } from './billing/bill-services.ts'
import { findPatient } from './billing/find-patient.ts'
import { orderProducts } from './billing/order-products.ts'
import { listCoes } from './coe/list-coes.ts'
import { allocatePool } from './funding/allocate-pool.ts'
import { creditPool } from './funding/credit-pool.ts'
import { viewHealth } from './health/view-health.ts'
import { viewMenu } from './menu/view-menu.ts'
import { listConsolidated } from './payment/list-consolidated.ts'
import { listPayments } from './payment/list-payments.ts'
import { returnPaymentRoute } from './payment/return-payments.ts'
import { summarizeHospitals } from './payment/summarize-hospitals.ts'
import { previewSteps } from './payment/preview-steps.ts'
import { takeSteps } from './payment/take-steps.ts'
import { viewPayment } from './payment/view-payment.ts'
import { viewManifest } from './report/view-manifest.ts'
import { changeProfile } from './session/change-profile.ts'
import { login } from './session/login.ts'
import { logout } from './session/logout.ts'
import { viewProfile } from './session/view-profile.ts'

/** Every endpoint there is, by feature: the API's table of contents. */
export const endpoints: readonly (FastifyPluginAsync | FastifyPluginAsyncZod)[] = [
  // billing
  billDrugs,
  billServices,
  findPatient,
  orderProducts,
  // coe
  listCoes,
  // funding
  allocatePool,
  creditPool,
  // health
  viewHealth,
  // menu
  viewMenu,
  // payment
  listConsolidated,
  listPayments,
  previewSteps,
  returnPaymentRoute,
  summarizeHospitals,
  takeSteps,
  viewPayment,
  // report
  viewManifest,
  // session
  changeProfile,
  login,
  logout,
  viewProfile,
]
