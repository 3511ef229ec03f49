import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { ReactElement } from 'react';
import type { Customer, DeliveryHealth, InstanceListItem, PlatformRisk } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';

type Sign = StatusIndicatorProps.Type;

const instanceSigns: Readonly<Record<InstanceListItem['status'], Sign>> = {
  created: 'pending',
  awaiting_connection: 'pending',
  connecting: 'in-progress',
  connected: 'success',
  degraded: 'warning',
  reconnect_required: 'error',
  deactivating: 'in-progress',
  deactivation_failed: 'error',
  inactive: 'stopped',
};

export const InstanceStatus = ({ status }: { readonly status: InstanceListItem['status'] }): ReactElement => (
  <StatusIndicator type={instanceSigns[status]}>{useTexts().words.instance[status]}</StatusIndicator>
);

const customerSigns: Readonly<Record<Customer['status'], Sign>> = {
  active: 'success',
  inactive: 'stopped',
  merged: 'info',
  erasing: 'in-progress',
  erased: 'stopped',
  erasure_failed: 'error',
};

export const CustomerStatus = ({ status }: { readonly status: Customer['status'] }): ReactElement => (
  <StatusIndicator type={customerSigns[status]}>{useTexts().words.customer[status]}</StatusIndicator>
);

const riskSigns: Readonly<Record<PlatformRisk['level'], Sign>> = {
  ok: 'success',
  unknown: 'pending',
  watch: 'warning',
  restricted: 'error',
  blocked: 'error',
};

export const RiskLevel = ({ level }: { readonly level: PlatformRisk['level'] }): ReactElement => (
  <StatusIndicator type={riskSigns[level]}>{useTexts().words.risk[level]}</StatusIndicator>
);

const qualitySigns: Readonly<Record<string, Sign>> = { GREEN: 'success', YELLOW: 'warning', RED: 'error' };

/** The platform's rating of a number or a template, of which new ones may come. */
export const Quality = ({ rating }: { readonly rating: string }): ReactElement => (
  <StatusIndicator type={qualitySigns[rating] ?? 'pending'}>
    {useTexts().platform.quality[rating] ?? rating}
  </StatusIndicator>
);

const verdictSigns: Readonly<Record<DeliveryHealth['verdict'], Sign>> = {
  insufficient_data: 'pending',
  healthy: 'success',
  degraded: 'warning',
  critical: 'error',
};

export const Verdict = ({ verdict }: { readonly verdict: DeliveryHealth['verdict'] }): ReactElement => (
  <StatusIndicator type={verdictSigns[verdict]}>{useTexts().words.verdict[verdict]}</StatusIndicator>
);
