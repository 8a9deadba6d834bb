-- Members are notified of likes (G48).

alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (
  type in ('friend_request', 'friend_accepted', 'new_follower', 'comment', 'reaction', 'like', 'message', 'moderation')
);
