import { rowErrors, type FailedRow, type ImportRow } from '../../lambdas/domain/customer-import.ts';
import { noDetails, type TemplateRecord } from '../../lambdas/domain/template.ts';
import { packFailures, unpackFailures } from '../../lambdas/store/imports/failed-rows.ts';
import { packRows, unpackRows } from '../../lambdas/store/imports/import-rows.ts';
import {
  packComponents,
  packDetails,
  packTemplateRows,
  unpackComponents,
  unpackDetails,
  unpackTemplateRows,
} from '../../lambdas/store/templates/template-codec.ts';
import { packCallback, unpackCallback } from '../../lambdas/store/webhooks/callback-content.ts';
import { packTemplateIds, unpackTemplateIds } from '../../lambdas/store/templates/template-ids.ts';
import { sampleId, sampleTime, unicode } from './samples.ts';
import { shownJson, storedForm, type StoredForm } from './stored-form.ts';

const store = 'lambdas/store';

const template: TemplateRecord = {
  id: '1',
  name: 'welcome',
  language: 'de_CH',
  category: 'UTILITY',
  status: 'APPROVED',
  quality_score: 'GREEN',
  rejected_reason: 'NONE',
  status_at: 1,
  quality_at: 2,
  category_at: 3,
  created_in: 4,
  changed_in: 5,
  changed_at: sampleTime,
  notes: {
    disable_date: 6,
    other_info: { title: unicode, description: null },
    rejection_info: { reason: 'reason', recommendation: 'recommendation' },
    category_change: { category: 'MARKETING', at: 7 },
    correct_category: 'AUTHENTICATION',
  },
  details: {
    parameter_format: 'NAMED',
    sub_category: 'ORDER_STATUS',
    previous_category: 'MARKETING',
    message_send_ttl_seconds: 8,
    library_template_name: unicode,
  },
  components: [{ type: 'BODY', text: unicode }],
};
const templates: readonly TemplateRecord[] = [
  template,
  {
    id: '',
    name: '',
    language: '',
    category: null,
    status: null,
    quality_score: null,
    rejected_reason: null,
    status_at: 0,
    quality_at: 0,
    category_at: 0,
    created_in: 0,
    changed_in: 0,
    changed_at: 0,
    notes: null,
    details: noDetails,
    components: [],
  },
];

const failures: readonly FailedRow[] = [
  {
    index: 0,
    external_customer_id: unicode,
    code: 'validation_failed',
    details: [{ path: '/customer_name', rule: 'required', message: 'is required' }],
  },
  { index: 1, external_customer_id: null, code: 'customer_merged', details: { merged_into: sampleId(1) } },
  { index: 999, external_customer_id: 'x', code: 'invalid_state', details: null },
];

const importRows: readonly ImportRow[] = [
  { index: 0, fields: { external_customer_id: 'x', customer_name: unicode } },
  {
    index: 999,
    fields: {
      external_customer_id: 'y',
      customer_name: 'Y',
      customer_email: null,
      customer_phone: '+15550100',
      metadata: { deep: [1, { of: true }] },
    },
  },
];

/** Attributes with much JSON. */
export const jsonForms: readonly StoredForm[] = [
  storedForm({
    name: 'callback-content',
    file: `${store}/webhooks/callback-content.ts`,
    functions: ['packCallback', 'unpackCallback'],
    place: 'attribute `callback` of `keys.callbackContent`',
    kept: '8 days',
    samples: { text: JSON.stringify({ text: unicode }) },
    encode: packCallback,
    decode: unpackCallback,
    shown: shownJson,
  }),
  storedForm({
    name: 'template-rows',
    file: `${store}/templates/template-codec.ts`,
    functions: ['packTemplateRows', 'unpackTemplateRows'],
    place: 'attribute `rows` of `keys.templateChunk`',
    kept: 'as long as the business account has templates',
    samples: { full: templates, empty: [] },
    encode: packTemplateRows,
    decode: unpackTemplateRows,
    shown: shownJson,
  }),
  storedForm({
    name: 'template-components',
    file: `${store}/templates/template-codec.ts`,
    functions: ['packComponents', 'unpackComponents'],
    place: 'attribute `components` of `keys.templateChunk`',
    kept: 'as long as the business account has templates',
    samples: { full: templates, empty: [] },
    encode: packComponents,
    decode: unpackComponents,
    shown: shownJson,
  }),
  storedForm({
    name: 'template-details',
    file: `${store}/templates/template-codec.ts`,
    functions: ['packDetails', 'unpackDetails'],
    place: 'attribute `details` of `keys.templateChunk`',
    kept: 'as long as the business account has templates',
    samples: { full: templates, empty: [] },
    encode: packDetails,
    decode: unpackDetails,
    shown: shownJson,
  }),
  storedForm({
    name: 'template-ids',
    file: `${store}/templates/template-ids.ts`,
    functions: ['packTemplateIds', 'unpackTemplateIds'],
    place: 'attribute `seen` of `keys.templateSync`',
    kept: 'until the pass ends',
    samples: { full: ['1', unicode], empty: [] },
    encode: packTemplateIds,
    decode: unpackTemplateIds,
    shown: shownJson,
  }),
  storedForm({
    name: 'failed-rows',
    file: `${store}/imports/failed-rows.ts`,
    functions: ['packFailures', 'unpackFailures'],
    place: 'attribute `failures` of `importKeys.result`',
    kept: '30 days',
    words: rowErrors,
    samples: { full: failures, empty: [] },
    encode: packFailures,
    decode: unpackFailures,
    shown: shownJson,
  }),
  storedForm({
    name: 'import-rows',
    file: `${store}/imports/import-rows.ts`,
    functions: ['packRows', 'unpackRows'],
    place: 'attribute `rows` of `importKeys.batch`',
    kept: 'until they are carried out, 60 days at most',
    samples: { full: importRows, empty: [] },
    encode: packRows,
    decode: unpackRows,
    shown: shownJson,
  }),
];
