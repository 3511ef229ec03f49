import { deliveryForms } from './delivery-forms.ts';
import { fileForms } from './file-forms.ts';
import { jsonForms } from './json-forms.ts';
import { keyForm } from './key-forms.ts';
import { messageForms } from './message-forms.ts';
import { nameForms } from './name-forms.ts';
import { storeForms } from './store-forms.ts';
import type { StoredForm } from './stored-form.ts';

/** Every form but those of the items as a whole. */
export const storedForms: readonly StoredForm[] = [
  ...storeForms,
  ...jsonForms,
  ...deliveryForms,
  keyForm,
  ...nameForms,
  ...messageForms,
  ...fileForms,
];
