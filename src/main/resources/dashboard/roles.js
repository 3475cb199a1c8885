/* What a role may see. The service decides again on every request; this only hides what it would refuse. */
import { TEXT } from "./text.js";
const ROLES = ["viewer", "submitter", "approver", "admin", "operator"];

export const ROLE_WORDS = {
  viewer: TEXT.roles.viewer,
  submitter: TEXT.roles.submitter,
  approver: TEXT.roles.approver,
  admin: TEXT.roles.admin,
  operator: TEXT.roles.operator,
};

export const may = (me, role) => ROLES.indexOf(String(me?.role ?? "").toLowerCase()) >= ROLES.indexOf(role);

/** Whether this key may cancel or delete the job. */
export const owns = (me, job) => may(me, "admin") || (may(me, "submitter") && job.by.key === me.key);
