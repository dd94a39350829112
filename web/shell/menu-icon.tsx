import {
  IconBuildingHospital,
  IconCalendar,
  IconCash,
  IconCertificate,
  IconChartBar,
  IconClipboardList,
  IconCoins,
  IconFileInvoice,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconMenu2,
  IconMessageReport,
  IconPill,
  IconPoint,
  IconReceipt,
  IconReportMoney,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconStethoscope,
  IconTag,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'

const icons = {
  dashboard: IconLayoutDashboard,
  wallet: IconWallet,
  pool: IconCoins,
  allocation: IconBuildingHospital,
  hospital: IconBuildingHospital,
  billing: IconReceipt,
  drug: IconPill,
  service: IconStethoscope,
  transaction: IconCash,
  payment: IconReportMoney,
  approval: IconCertificate,
  invoice: IconFileInvoice,
  report: IconChartBar,
  replay: IconHistory,
  audit: IconShieldCheck,
  patient: IconUser,
  users: IconUsers,
  staff: IconUsers,
  appointment: IconCalendar,
  application: IconClipboardList,
  dispute: IconMessageReport,
  category: IconTag,
  mail: IconMail,
  role: IconKey,
  menu: IconMenu2,
  setting: IconSettings,
  search: IconSearch,
}

/** The icons of this build, by their names. */
export const MENU_ICONS: readonly string[] = Object.keys(icons)

/** Whether this build has an icon of that name. */
export const isMenuIcon = (name: string): name is keyof typeof icons => Object.hasOwn(icons, name)

/** The icon of a menu entry by the server's name for it; a dot for a name that this build does not know. */
export function MenuIcon({ name }: { name: string | null }) {
  const Icon = name !== null && isMenuIcon(name) ? icons[name] : IconPoint
  return <Icon size={20} aria-hidden />
}
