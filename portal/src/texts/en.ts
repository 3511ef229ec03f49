import { connectPage } from './en/connect-page.ts';
import { customers } from './en/customers.ts';
import { delivery } from './en/delivery.ts';
import { done } from './en/done.ts';
import { errors } from './en/errors.ts';
import { failures } from './en/failures.ts';
import { finder } from './en/finder.ts';
import { guide } from './en/guide.ts';
import { imports } from './en/imports.ts';
import { lines } from './en/lines.ts';
import { notifications } from './en/notifications.ts';
import { overview } from './en/overview.ts';
import { platform } from './en/platform.ts';
import { shell } from './en/shell.ts';
import { team } from './en/team.ts';
import { templates } from './en/templates.ts';
import { notices } from './en/notices.ts';
import { troubles } from './en/troubles.ts';
import { usage } from './en/usage.ts';
import { webhook } from './en/webhook.ts';
import { words } from './en/words.ts';

export const en = {
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
