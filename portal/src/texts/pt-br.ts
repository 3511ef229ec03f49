import { connectPage } from './pt-br/connect-page.ts';
import { customers } from './pt-br/customers.ts';
import { delivery } from './pt-br/delivery.ts';
import { done } from './pt-br/done.ts';
import { errors } from './pt-br/errors.ts';
import { failures } from './pt-br/failures.ts';
import { finder } from './pt-br/finder.ts';
import { guide } from './pt-br/guide.ts';
import { imports } from './pt-br/imports.ts';
import { lines } from './pt-br/lines.ts';
import { notifications } from './pt-br/notifications.ts';
import { overview } from './pt-br/overview.ts';
import { platform } from './pt-br/platform.ts';
import { shell } from './pt-br/shell.ts';
import { team } from './pt-br/team.ts';
import { templates } from './pt-br/templates.ts';
import { notices } from './pt-br/notices.ts';
import { troubles } from './pt-br/troubles.ts';
import { usage } from './pt-br/usage.ts';
import { webhook } from './pt-br/webhook.ts';
import { words } from './pt-br/words.ts';
import type { Texts } from './texts.ts';

export const ptBr: Texts = {
  connectPage,
  customers,
  delivery,
  done,
  errors,
  failures,
  finder,
  guide,
  imports,
  lines,
  notifications,
  overview,
  platform,
  shell,
  team,
  templates,
  notices,
  troubles,
  usage,
  webhook,
  words,
};
